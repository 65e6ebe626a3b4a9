import { Button, EmptyStateLayout, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { Layouts, Page, Table } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditList, AuditListed } from '../../api/contract';
import { useRequest } from '../../api/request';
import { useAllowed } from '../../permissions';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';
import { ExportTrail } from './export';
import { type Filter, queryOf, useFilter } from './filter';
import { AuditFilters } from './filters';
import { actorText, fieldText, subjectText } from './words';

/** Who changed what, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const mayExport = useAllowed('exportAudit');
  const [result, setResult] = useState('');
  return (
    <Page.Main>
      <Page.Title>{t('audit.title')}</Page.Title>
      <Layouts.Header
        title={t('audit.title')}
        subtitle={t('audit.subtitle')}
        primaryAction={mayExport && <ExportTrail filter={filter} />}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
          <AuditFilters filter={filter} change={change} clear={clear} />
          {/* Outside of the list, which is made anew: only a region that was there before is read out. */}
          <VisuallyHidden role="status">{result}</VisuallyHidden>
          <Trail key={queryOf(filter)} filter={filter} say={setResult} />
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

interface TrailProps {
  filter: Filter;
  /** Tells what was found to those who do not see it. */
  say(result: string): void;
}

function Trail({ filter, say }: TrailProps) {
  const { t } = useTexts();
  // The cursors of the pages that were turned, so that there is a way back.
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { answer, reload } = useRequest<AuditList>(
    `/consent/audit?${queryOf(filter, cursor ? { cursor } : {})}`,
  );
  const result = answer.state === 'loaded' ? t('audit.found', { n: answer.value.docs.length }) : '';
  useEffect(() => say(result), [say, result]);
  if (answer.state === 'failed') {
    return (
      <EmptyStateLayout
        icon={<WarningCircle width="16rem" />}
        content={t('audit.failed')}
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
      <TrailTable
        rows={answer.state === 'loaded' ? answer.value.docs : []}
        isLoading={answer.state === 'loading'}
      />
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

const COLUMNS = ['at', 'action', 'subject', 'changed', 'actor'] as const;

function TrailTable({ rows, isLoading }: { rows: AuditListed[]; isLoading: boolean }) {
  const { t } = useTexts();
  const headers = COLUMNS.map((name) => ({ name, label: t(`audit.column.${name}`) }));
  return (
    <Table.Root rows={rows} headers={headers} isLoading={isLoading}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <Table.HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Empty content={t('audit.none')} />
        <Table.Loading />
        <Table.Body>
          {rows.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
}

/** How many changed values a row names. */
const NAMED = 2;

function EntryRow({ entry }: { entry: AuditListed }) {
  const { t, intl } = useTexts();
  const day = intl.formatDate(entry.at, { dateStyle: 'medium' });
  const time = intl.formatTime(entry.at, { timeStyle: 'medium' });
  const named = [...new Set(entry.changed.map((path) => fieldText(t, path)))];
  const more = named.length - NAMED;
  return (
    <Table.Row>
      <Table.Cell>
        <Typography
          tag={Link}
          to={entry.id}
          textColor="primary600"
          fontWeight="semiBold"
          style={{ display: 'inline-block', whiteSpace: 'pre' }}
        >
          {`${day}\n${time}`}
        </Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{t(`audit.action.${entry.action}`)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography style={{ whiteSpace: 'normal' }}>{subjectText(t, entry.subject)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography textColor="neutral600" style={{ whiteSpace: 'normal' }}>
          {named.slice(0, NAMED).join(', ') || '–'}
          {more > 0 && ` ${t('audit.more', { n: more })}`}
        </Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{actorText(t, entry.actor)}</Typography>
      </Table.Cell>
    </Table.Row>
  );
}
