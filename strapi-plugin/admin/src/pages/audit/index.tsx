import { Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page, Table } from '@strapi/strapi/admin';
import type { AuditListed } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { useTexts } from '../../texts';
import { MomentLink } from '../list/moment-link';
import { PagedList, usePages } from '../list/paged-list';
import { Sentence } from '../sentence';
import { useConsentTrailQuery } from './api';
import { ExportTrail } from './export';
import { queryOf, useFilter } from './filter';
import { AuditFilters } from './filters';
import { actorText, fieldText, subjectText } from './words';

/** Who changed what, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const mayExport = useAllowed('exportAudit');
  const pages = usePages(queryOf(filter));
  const answer = useConsentTrailQuery(queryOf(filter, pages.place));
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
          <VisuallyHidden role="status">
            {answer.currentData && t('audit.found', { n: answer.currentData.docs.length })}
          </VisuallyHidden>
          <PagedList pages={pages} answer={answer} failed={t('audit.failed')}>
            {(page) => <TrailTable rows={page?.docs ?? []} isLoading={!page} />}
          </PagedList>
        </Flex>
      </Layouts.Content>
    </Page.Main>
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
  const { t } = useTexts();
  const named = [...new Set(entry.changed.map((path) => fieldText(t, path)))];
  const more = named.length - NAMED;
  return (
    <Table.Row>
      <Table.Cell>
        <MomentLink to={entry.id} moment={entry.at} />
      </Table.Cell>
      <Table.Cell>
        <Typography>{t(`audit.action.${entry.action}`)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Sentence>{subjectText(t, entry.subject)}</Sentence>
      </Table.Cell>
      <Table.Cell>
        <Sentence textColor="neutral600">
          {named.slice(0, NAMED).join(', ') || '–'}
          {more > 0 && ` ${t('audit.more', { n: more })}`}
        </Sentence>
      </Table.Cell>
      <Table.Cell>
        <Typography>{actorText(t, entry.actor)}</Typography>
      </Table.Cell>
    </Table.Row>
  );
}
