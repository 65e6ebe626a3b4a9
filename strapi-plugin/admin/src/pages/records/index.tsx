import { Badge, Box, Flex, Td, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { ConsentRecord, RecordList } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { useCategoryLabel } from '../../published-state';
import { type TextKey, type Texts, useTexts } from '../../texts';
import { MomentLink } from '../list/moment-link';
import { PagedList, usePages } from '../list/paged-list';
import { type RowPlace, WideTable } from '../wide-table';
import { useConsentRecordsQuery } from './api';
import { BundleButton, type BundleSubject } from './bundle';
import { Choices } from './choices';
import { EraseButton } from './erase';
import { ExportButton } from './export';
import { type Filter, queryOf, useFilter } from './filter';
import { RecordFilters } from './filters';
import { HoldsButton } from './holds';
import { QuarantinesButton } from './quarantines';
import { RetentionNotice } from './retention-notice';

/** Every decision that was recorded, newest first. */
export function RecordsPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const mayExport = useAllowed('exportRecords');
  const mayErase = useAllowed('eraseRecords');
  const pages = usePages(queryOf(filter));
  const answer = useConsentRecordsQuery(queryOf(filter, pages.place));
  const subject = subjectOf(filter);
  return (
    <Page.Main>
      <Page.Title>{t('records.title')}</Page.Title>
      <Layouts.Header
        title={t('records.title')}
        subtitle={t('records.subtitle')}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            <HoldsButton />
            <QuarantinesButton />
            {mayExport && subject && <BundleButton subject={subject} />}
            {mayExport && <ExportButton filter={filter} />}
            {mayErase && filter.user && <EraseButton subject={{ account: filter.user }} />}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
          <RetentionNotice />
          <RecordFilters filter={filter} change={change} clear={clear} />
          <VisuallyHidden role="status">
            {answer.currentData && resultText(t, answer.currentData)}
          </VisuallyHidden>
          <PagedList
            pages={pages}
            answer={answer}
            failed={t('records.failed')}
            none={t(noneKey(filter, answer.currentData))}
          >
            {({ docs }) => <RecordTable rows={docs} />}
          </PagedList>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** Where the list is that of one person. */
function subjectOf({ consentId, user }: Filter): BundleSubject | null {
  if (user) return { account: user };
  return consentId ? { consentId } : null;
}

function resultText(t: Texts['t'], { docs, nextCursor }: RecordList): string {
  if (docs.length > 0) return t('records.found', { n: docs.length });
  return t(nextCursor ? 'records.searchOn' : 'records.none');
}

/** Why none is listed. */
function noneKey(filter: Filter, page: RecordList | undefined): TextKey {
  if (page?.nextCursor) return 'records.searchOn';
  return queryOf(filter) ? 'records.none' : 'records.noneYet';
}

const COLUMNS = ['decidedAt', 'consentId', 'choices', 'source', 'model', 'country', 'policyVersion'] as const;

function RecordTable({ rows }: { rows: ConsentRecord[] }) {
  const { t } = useTexts();
  const labelOf = useCategoryLabel();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`records.${name}`))}>
      {rows.map((record) => (
        <RecordRow key={record.id} record={record} labelOf={labelOf} />
      ))}
    </WideTable>
  );
}

interface RowProps extends RowPlace {
  record: ConsentRecord;
  labelOf(key: string): string;
}

function RecordRow({ record, labelOf, ...place }: RowProps) {
  const { t, country } = useTexts();
  return (
    <Tr {...place}>
      <Td>
        <MomentLink to={record.id} moment={record.decidedAt} />
        {record.quarantine && (
          <Box paddingTop={1}>
            <Badge>{t('quarantine.badge')}</Badge>
          </Box>
        )}
      </Td>
      <Td>
        <Box title={record.consentId}>
          <Typography>{`${record.consentId.slice(0, 8)}…`}</Typography>
        </Box>
      </Td>
      <Td>
        <Choices record={record} labelOf={labelOf} />
      </Td>
      <Td>
        <Box maxWidth="11rem">
          <Typography style={{ whiteSpace: 'normal' }}>{t(`source.${record.source}`)}</Typography>
        </Box>
      </Td>
      <Td>
        <Typography>{t(`model.${record.model}.short`)}</Typography>
      </Td>
      <Td>
        <Typography>{record.country ? country(record.country) : '–'}</Typography>
      </Td>
      <Td>
        <Typography>{record.versions.policyVersion}</Typography>
      </Td>
    </Tr>
  );
}
