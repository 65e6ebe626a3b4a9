import { Flex, Td, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { AuditListed } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { type Texts, useTexts } from '../../texts';
import { useFieldText } from '../field-text';
import { MomentLink } from '../list/moment-link';
import { PagedList, usePages } from '../list/paged-list';
import { Sentence } from '../sentence';
import { type RowPlace, WideTable } from '../wide-table';
import { useConsentTrailQuery } from './api';
import { ExportTrail } from './export';
import { queryOf, useFilter } from './filter';
import { AuditFilters } from './filters';
import { actorText, subjectText } from './words';

/** Who changed what, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const mayExport = useAllowed('exportAudit');
  const pages = usePages(queryOf(filter));
  const answer = useConsentTrailQuery(queryOf(filter, pages.place));
  const none = t(queryOf(filter) ? 'audit.none' : 'audit.noneYet');
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
            {answer.currentData && (foundText(t, answer.currentData) ?? none)}
          </VisuallyHidden>
          <PagedList pages={pages} answer={answer} failed={t('audit.failed')} none={none}>
            {({ docs }) => <TrailTable rows={docs} />}
          </PagedList>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** How many entries are shown; null where there are none. */
const foundText = (t: Texts['t'], { docs }: { docs: readonly unknown[] }): string | null =>
  docs.length > 0 ? t('audit.found', { n: docs.length }) : null;

const COLUMNS = ['at', 'action', 'subject', 'changed', 'actor'] as const;

function TrailTable({ rows }: { rows: AuditListed[] }) {
  const { t } = useTexts();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`audit.column.${name}`))}>
      {rows.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </WideTable>
  );
}

/** How many changed values a row names. */
const NAMED = 2;

function EntryRow({ entry, ...place }: RowPlace & { entry: AuditListed }) {
  const { t } = useTexts();
  const fieldText = useFieldText();
  const named = [...new Set(entry.changed.map((path) => fieldText(entry.subject.uid, path)))];
  const more = named.length - NAMED;
  return (
    <Tr {...place}>
      <Td>
        <MomentLink to={entry.id} moment={entry.at} />
      </Td>
      <Td>
        <Typography>{t(`audit.action.${entry.action}`)}</Typography>
      </Td>
      <Td>
        <Sentence>{subjectText(t, entry.subject)}</Sentence>
      </Td>
      <Td>
        <Sentence textColor="neutral600">
          {named.slice(0, NAMED).join(', ') || '–'}
          {more > 0 && ` ${t('audit.more', { n: more })}`}
        </Sentence>
      </Td>
      <Td>
        <Typography>{actorText(t, entry.actor)}</Typography>
      </Td>
    </Tr>
  );
}
