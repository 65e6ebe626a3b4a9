import { Flex, Typography } from '@strapi/design-system';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { RunDetails } from '../../api/contract';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Panel } from '../panel';
import { useConsentRunQuery } from './api';
import { Picture } from './picture';
import { changesText, severitiesText } from './runs';
import { visitText } from './visit-text';

type Report = NonNullable<RunDetails['report']>;

/** One scan: what it visited, and what it could not do. */
export function RunPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData: details, isError, error, refetch } = useConsentRunQuery(id);
  if (isError) return <LoadError error={error} notFound={t('scanner.run.notFound')} retry={refetch} />;
  if (!details) return <Page.Loading>{t('loading')}</Page.Loading>;
  return <Run {...details} />;
}

function Run({ run, report }: RunDetails) {
  const { t, intl } = useTexts();
  const begun = intl.formatDate(run.startedAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Page.Main>
      <Page.Title>{t('scanner.run')}</Page.Title>
      <Layouts.Header
        title={t('scanner.run.of', { site: run.site })}
        subtitle={begun}
        navigationAction={<BackButton fallback={`${PAGES}/scanner`} />}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <Panel title={t('scanner.run.result')}>
            <Typography tag="p">{severitiesText(t, run)}</Typography>
            <Typography tag="p">{`${t('scanner.column.changes')}: ${changesText(t, run)}`}</Typography>
            <Typography tag="p" textColor="neutral600">
              {`${run.scanner} · ${t(`scanner.source.${run.source}`)}`}
            </Typography>
            {[...new Set(report?.notes)].map((note) => (
              <Typography key={note} tag="p" textColor="neutral600">
                {note}
              </Typography>
            ))}
          </Panel>
          {report ? <ReportPanels report={report} /> : <Typography>{t('scanner.run.notKept')}</Typography>}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

function ReportPanels({ report }: { report: Report }) {
  const { t } = useTexts();
  const picture = report.screenshots.find(({ name }) => name === 'banner');
  return (
    <>
      <Panel title={t('scanner.run.banner')}>
        <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
          {report.banner?.text ?? t('scanner.run.noBanner')}
        </Typography>
        {picture && <Picture picture={picture} label={t('scanner.run.banner')} />}
      </Panel>
      <Panel title={t('scanner.run.visits')} hint={t('scanner.run.visits.hint')}>
        <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
          {report.visits.map((visit) => (
            <Visit key={visit.name} visit={visit} />
          ))}
        </Flex>
      </Panel>
    </>
  );
}

function Visit({ visit: { name, pages, requests, complete, notes } }: { visit: Report['visits'][number] }) {
  const { t } = useTexts();
  return (
    <li>
      <Typography fontWeight="bold">{visitText(t, name)}</Typography>
      <Typography>{` – ${t('scanner.run.visit', { pages: pages.length, requests })}`}</Typography>
      {!complete && <Typography textColor="warning700">{` (${t('scanner.run.incomplete')})`}</Typography>}
      {[...new Set(notes)].map((note) => (
        <Typography
          key={note}
          tag="p"
          variant="pi"
          textColor="neutral600"
          style={{ overflowWrap: 'anywhere' }}
        >
          {note}
        </Typography>
      ))}
    </li>
  );
}
