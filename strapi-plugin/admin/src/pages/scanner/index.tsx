import { Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page, Table } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import type { ListedFinding } from '../../api/contract';
import { useTexts } from '../../texts';
import { PagedList, usePages } from '../list/paged-list';
import { useConsentFindingsQuery } from './api';
import { findingPage, queryOf, useFilter } from './filter';
import { FindingFilters } from './filters';
import { SeverityMark, StateMark } from './marks';
import { Runs } from './runs';

/** What scans of the site found, and the scans. */
export function ScannerPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const pages = usePages(queryOf(filter));
  const answer = useConsentFindingsQuery(queryOf(filter, pages.place));
  return (
    <Page.Main>
      <Page.Title>{t('scanner.title')}</Page.Title>
      <Layouts.Header title={t('scanner.title')} subtitle={t('scanner.subtitle')} />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
          <FindingFilters filter={filter} change={change} clear={clear} choices={answer.data ?? null} />
          <VisuallyHidden role="status">
            {answer.currentData && t('scanner.found', { n: answer.currentData.found })}
          </VisuallyHidden>
          <PagedList pages={pages} answer={answer} failed={t('scanner.failed')}>
            {(page) => <FindingTable rows={page?.docs ?? []} isLoading={!page} />}
          </PagedList>
          <Runs />
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

const COLUMNS = ['severity', 'finding', 'rule', 'lastSeen', 'state'] as const;

function FindingTable({ rows, isLoading }: { rows: ListedFinding[]; isLoading: boolean }) {
  const { t } = useTexts();
  const headers = COLUMNS.map((name) => ({ name, label: t(`scanner.column.${name}`) }));
  return (
    <Table.Root rows={rows.map(({ documentId: id }) => ({ id }))} headers={headers} isLoading={isLoading}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <Table.HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Empty content={t('scanner.none')} />
        <Table.Loading />
        <Table.Body>
          {rows.map((finding) => (
            <FindingRow key={finding.documentId} finding={finding} />
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
}

function FindingRow({ finding }: { finding: ListedFinding }) {
  const { intl } = useTexts();
  const { documentId, severity, message, rule, lastSeenAt, state, change } = finding;
  return (
    <Table.Row>
      <Table.Cell>
        <SeverityMark severity={severity} />
      </Table.Cell>
      <Table.Cell>
        <Typography
          tag={Link}
          to={findingPage(documentId)}
          textColor="primary600"
          fontWeight="semiBold"
          // On a phone the table scrolls rather than that a word is a line.
          style={{ display: 'block', minWidth: '20rem', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {message}
        </Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{rule}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{intl.formatDate(lastSeenAt, { dateStyle: 'medium' })}</Typography>
      </Table.Cell>
      <Table.Cell>
        <StateMark state={state} change={change} />
      </Table.Cell>
    </Table.Row>
  );
}
