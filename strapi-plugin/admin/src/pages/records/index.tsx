import { Box, Button, EmptyStateLayout, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { Layouts, Page, Table } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { RecordList as Answer, ConsentRecord } from '../../api/contract';
import { useRequest } from '../../api/request';
import { useAllowed } from '../../permissions';
import { useCategoryLabel } from '../../published-state';
import { SteadyButton } from '../../steady-button';
import { type Texts, useTexts } from '../../texts';
import { BundleButton, type BundleSubject } from './bundle';
import { Choices } from './choices';
import { EraseButton } from './erase';
import { ExportButton } from './export';
import { type Filter, queryOf, useFilter } from './filter';
import { RecordFilters } from './filters';
import { HoldsButton } from './holds';
import { RetentionNotice } from './retention-notice';

/** Every decision that was recorded, newest first. */
export function RecordsPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const mayExport = useAllowed('exportRecords');
  const mayErase = useAllowed('eraseRecords');
  const [erased, setErased] = useState(0);
  const [result, setResult] = useState('');
  const subject = subjectOf(filter);
  return (
    <Page.Main>
      <Page.Title>{t('records.title')}</Page.Title>
      <Layouts.Header
        title={t('records.title')}
        subtitle={t('records.subtitle')}
        primaryAction={
          <Flex gap={2}>
            <HoldsButton />
            {mayExport && subject && <BundleButton subject={subject} />}
            {mayExport && <ExportButton filter={filter} />}
            {mayErase && filter.user && (
              <EraseButton subject={{ account: filter.user }} done={() => setErased((times) => times + 1)} />
            )}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
          <RetentionNotice />
          <RecordFilters filter={filter} change={change} clear={clear} />
          {/* Outside of the list, which is made anew: only a region that was there before is read out. */}
          <VisuallyHidden role="status">{result}</VisuallyHidden>
          {/* Another filter is another list, which begins at its first page; so is the list after an erasure. */}
          <RecordList key={`${erased} ${queryOf(filter)}`} filter={filter} say={setResult} />
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

interface ListProps {
  filter: Filter;
  /** Tells what was found to those who do not see it; nothing while it is looked for. */
  say(result: string): void;
}

function RecordList({ filter, say }: ListProps) {
  const { t } = useTexts();
  // The cursors of the pages that were turned, so that there is a way back.
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { answer, reload } = useRequest<Answer>(
    `/consent/records?${queryOf(filter, cursor ? { cursor } : {})}`,
  );
  const result = answer.state === 'loaded' ? resultText(t, answer.value) : '';
  useEffect(() => say(result), [say, result]);
  // Not the page's own error: that would be a second `main`, and the filter may be what has to be mended.
  if (answer.state === 'failed') {
    return (
      <EmptyStateLayout
        icon={<WarningCircle width="16rem" />}
        content={t('records.failed')}
        action={
          <Button variant="secondary" onClick={reload}>
            {t('error.retry')}
          </Button>
        }
      />
    );
  }
  const next = answer.state === 'loaded' ? answer.value.nextCursor : null;
  return (
    <>
      <RecordTable
        rows={answer.state === 'loaded' ? answer.value.docs : []}
        isLoading={answer.state === 'loading'}
      />
      {answer.state === 'loaded' && answer.value.docs.length === 0 && next && (
        <Typography textColor="neutral600">{t('records.searchOn')}</Typography>
      )}
      <Flex tag="nav" justifyContent="flex-end" gap={2} aria-label={t('records.pages')}>
        <SteadyButton
          variant="tertiary"
          idle={cursors.length === 0}
          onClick={() => setCursors((turned) => turned.slice(0, -1))}
        >
          {t('records.newer')}
        </SteadyButton>
        <SteadyButton
          variant="tertiary"
          idle={next === null}
          onClick={() => next && setCursors((turned) => [...turned, next])}
        >
          {t('records.older')}
        </SteadyButton>
      </Flex>
    </>
  );
}

function resultText(t: Texts['t'], { docs, nextCursor }: Answer): string {
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
  const { t, intl, country } = useTexts();
  const day = intl.formatDate(record.decidedAt, { dateStyle: 'medium' });
  const time = intl.formatTime(record.decidedAt, { timeStyle: 'medium' });
  return (
    <Table.Row>
      <Table.Cell>
        {/* Day and time below each other: two lines are a target tall enough, and leave room for all columns. */}
        <Typography
          tag={Link}
          to={record.id}
          textColor="primary600"
          fontWeight="semiBold"
          style={{ display: 'inline-block', whiteSpace: 'pre' }}
        >
          {`${day}\n${time}`}
        </Typography>
      </Table.Cell>
      <Table.Cell>
        <Box title={record.consentId}>
          <Typography>{`${record.consentId.slice(0, 8)}…`}</Typography>
        </Box>
      </Table.Cell>
      <Table.Cell>
        <Choices decisions={record.decisions} labelOf={labelOf} />
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
