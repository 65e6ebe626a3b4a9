import { Flex, Td, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import type { ListedRelease } from '../../api/contract';
import { useAllowed, useAllowedAll } from '../../permissions';
import { useTexts } from '../../texts';
import { PagedList, usePages } from '../list/paged-list';
import { Sentence } from '../sentence';
import { ExportConfiguration, ImportConfiguration } from '../settings/transfer';
import { type RowPlace, WideTable } from '../wide-table';
import { useConsentReleasesQuery } from './api';
import { PreviewOnSite } from './preview-link';
import { WaitingPart } from './waiting';
import { assessmentText, effectText, whoText } from './words';

/** What was published, newest first, and what waits to be. */
export function ReleasesPage() {
  const { t } = useTexts();
  const previewable = useAllowed('previewReleases');
  const exportable = useAllowedAll('exportConfiguration');
  const importable = useAllowedAll('importConfiguration');
  const pages = usePages();
  const answer = useConsentReleasesQuery(pages.place);
  return (
    <Page.Main>
      <Page.Title>{t('releases.title')}</Page.Title>
      <Layouts.Header
        title={t('releases.title')}
        subtitle={t('releases.subtitle')}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            {previewable && <PreviewOnSite />}
            {exportable && <ExportConfiguration />}
            {importable && <ImportConfiguration disabled={false} />}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <WaitingPart />
          <VisuallyHidden role="status">
            {answer.currentData && t('releases.found', { n: answer.currentData.docs.length })}
          </VisuallyHidden>
          <PagedList pages={pages} answer={answer} failed={t('error.load')} none={t('releases.none')}>
            {({ docs }) => <ReleaseTable rows={docs} />}
          </PagedList>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

const COLUMNS = ['number', 'at', 'actor', 'note', 'asks'] as const;

function ReleaseTable({ rows }: { rows: ListedRelease[] }) {
  const { t } = useTexts();
  return (
    <WideTable heads={COLUMNS.map((name) => t(`releases.column.${name}`))}>
      {rows.map((release) => (
        <ReleaseRow key={release.number} release={release} />
      ))}
    </WideTable>
  );
}

function ReleaseRow({ release, ...place }: RowPlace & { release: ListedRelease }) {
  const { t, intl } = useTexts();
  const { number, at, note, restores, assessments } = release;
  const said = [
    restores === null ? '' : t('releases.restores', { number: restores }),
    note,
    ...assessments.map((one) => assessmentText({ t, intl }, one)),
  ].filter(Boolean);
  return (
    <Tr {...place}>
      <Td>
        <Typography
          tag={Link}
          to={String(number)}
          textColor="primary600"
          fontWeight="semiBold"
          style={{ display: 'inline-block', padding: '0.6rem 0', whiteSpace: 'nowrap' }}
        >
          {t('releases.release', { number })}
        </Typography>
      </Td>
      <Td>
        <Typography style={{ whiteSpace: 'nowrap' }}>
          {intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </Typography>
      </Td>
      <Td>
        <Sentence>{whoText(t, release)}</Sentence>
      </Td>
      <Td>
        <Sentence>{said.join(' – ') || '–'}</Sentence>
      </Td>
      <Td>
        <Sentence>{effectText(t, release)}</Sentence>
      </Td>
    </Tr>
  );
}
