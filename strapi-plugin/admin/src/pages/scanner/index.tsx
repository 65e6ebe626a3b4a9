import { Box, Flex, Td, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import type { ListedFinding } from '../../api/contract';
import { useTexts } from '../../texts';
import { PagedList, usePages } from '../list/paged-list';
import { type RowPlace, WideTable } from '../wide-table';
import { useConsentFindingsQuery } from './api';
import { findingPage, queryOf, useFilter } from './filter';
import { FindingFilters } from './filters';
import { SeverityMark, StateMark } from './marks';
import { expectationText } from './rule-text';
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
          <PagedList
            pages={pages}
            answer={answer}
            failed={t('scanner.failed')}
            none={t(queryOf(filter) ? 'scanner.none' : 'scanner.noneOpen')}
          >
            {({ docs }) => <FindingTable rows={docs} />}
          </PagedList>
          <Runs />
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

const COLUMNS = ['severity', 'finding', 'rule', 'lastSeen', 'state'] as const;

function FindingTable({ rows }: { rows: ListedFinding[] }) {
  const { t } = useTexts();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`scanner.column.${name}`))}>
      {rows.map((finding) => (
        <FindingRow key={finding.documentId} finding={finding} />
      ))}
    </WideTable>
  );
}

function FindingRow({ finding, ...place }: RowPlace & { finding: ListedFinding }) {
  const { t, intl } = useTexts();
  const { documentId, severity, message, rule, lastSeenAt, state, change } = finding;
  const expects = intl.locale.startsWith('en') ? null : expectationText(t, rule);
  return (
    <Tr {...place}>
      <Td>
        <SeverityMark severity={severity} />
      </Td>
      <Td>
        {/* On a phone the table scrolls rather than that a word is a line. */}
        <Box minWidth="20rem" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <Typography
            tag={Link}
            to={findingPage(documentId)}
            lang="en"
            textColor="primary600"
            fontWeight="semiBold"
          >
            {message}
          </Typography>
          {expects && (
            <Typography variant="pi" tag="p" textColor="neutral600">
              {expects}
            </Typography>
          )}
        </Box>
      </Td>
      <Td>
        <Typography>{rule}</Typography>
      </Td>
      <Td>
        <Typography>{intl.formatDate(lastSeenAt, { dateStyle: 'medium' })}</Typography>
      </Td>
      <Td>
        <StateMark state={state} change={change} />
      </Td>
    </Tr>
  );
}
