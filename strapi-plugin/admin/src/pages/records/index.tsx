import { Badge, Box, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page, Table } from '@strapi/strapi/admin';
import type { ConsentRecord, RecordList } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { useCategoryLabel } from '../../published-state';
import { type Texts, useTexts } from '../../texts';
import { MomentLink } from '../list/moment-link';
import { PagedList, usePages } from '../list/paged-list';
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
          <PagedList pages={pages} answer={answer} failed={t('records.failed')}>
            {(page) => (
              <>
                <RecordTable rows={page?.docs ?? []} isLoading={!page} />
                {page?.docs.length === 0 && page.nextCursor && (
                  <Typography textColor="neutral600">{t('records.searchOn')}</Typography>
                )}
              </>
            )}
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

const COLUMNS = ['decidedAt', 'consentId', 'choices', 'source', 'model', 'country', 'policyVersion'] as const;

function RecordTable({ rows, isLoading }: { rows: ConsentRecord[]; isLoading: boolean }) {
  const { t } = useTexts();
  const labelOf = useCategoryLabel();
  const headers = COLUMNS.map((name) => ({ name, label: t(`records.${name}`) }));
  return (
    <Table.Root rows={rows} headers={headers} isLoading={isLoading}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <Table.HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Empty content={t('records.none')} />
        <Table.Loading />
        <Table.Body>
          {rows.map((record) => (
            <RecordRow key={record.id} record={record} labelOf={labelOf} />
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
}

interface RowProps {
  record: ConsentRecord;
  labelOf(key: string): string;
}

function RecordRow({ record, labelOf }: RowProps) {
  const { t, country } = useTexts();
  return (
    <Table.Row>
      <Table.Cell>
        <MomentLink to={record.id} moment={record.decidedAt} />
        {record.quarantine && (
          <Box paddingTop={1}>
            <Badge>{t('quarantine.badge')}</Badge>
          </Box>
        )}
      </Table.Cell>
      <Table.Cell>
        <Box title={record.consentId}>
          <Typography>{`${record.consentId.slice(0, 8)}…`}</Typography>
        </Box>
      </Table.Cell>
      <Table.Cell>
        <Choices
          decisions={{ ...record.decisions, ...record.services }}
          bases={record.bases}
          labelOf={labelOf}
        />
      </Table.Cell>
      <Table.Cell>
        <Box maxWidth="11rem">
          <Typography style={{ whiteSpace: 'normal' }}>{t(`source.${record.source}`)}</Typography>
        </Box>
      </Table.Cell>
      <Table.Cell>
        <Typography>{t(`model.${record.model}.short`)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{record.country ? country(record.country) : '–'}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{record.versions.policyVersion}</Typography>
      </Table.Cell>
    </Table.Row>
  );
}
