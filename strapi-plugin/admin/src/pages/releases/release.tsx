import { Button, Field, Flex, NumberInput, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ReleaseView } from '../../api/contract';
import { useSaveAnswer } from '../../api/save-answer';
import { useAllowed, useAllowedAll } from '../../permissions';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Panel } from '../panel';
import { useConsentReleaseQuery } from './api';
import { Differences } from './differences';
import { Languages } from './languages';
import { NoteForm } from './note-form';
import { PreviewOnSite } from './preview-link';
import { TakeBack } from './take-back';
import { Effect } from './waiting';
import { assessmentText, whoText } from './words';

/** One release: when, by whom and why, what it did, and what it changed against any other one. */
export function ReleasePage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const [against, setAgainst] = useState('');
  // While another comparison is loaded, the page and the focus in it stay.
  const { data: view, isError, error, refetch } = useConsentReleaseQuery({ id, against });
  if (isError) return <LoadError error={error} notFound={t('releases.notFound')} retry={refetch} />;
  if (!view || String(view.release.number) !== id) return <Page.Loading>{t('loading')}</Page.Loading>;
  return <Release key={id} view={view} compare={setAgainst} />;
}

interface Props {
  view: ReleaseView;
  compare(number: string): void;
}

function Release({ view, compare }: Props) {
  const { t, intl } = useTexts();
  const navigate = useNavigate();
  const mayPublish = useAllowed('publishReleases');
  const previewable = useAllowed('previewReleases');
  const exportable = useAllowedAll('exportConfiguration');
  const save = useSaveAnswer();
  const { release, latest } = view;
  const { number, at, note, restores } = release;
  const said =
    restores === null
      ? note
      : [t('releases.restores', { number: restores }), note].filter(Boolean).join(' – ');
  return (
    <Page.Main>
      <Page.Title>{t('releases.release', { number })}</Page.Title>
      <Layouts.Header
        title={t('releases.release', { number })}
        subtitle={`${intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' })}, ${whoText(t, release)}`}
        navigationAction={<BackButton fallback={`${PAGES}/releases`} />}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            {exportable && (
              <Button
                variant="tertiary"
                startIcon={<Download />}
                onClick={() => save(`/consent/releases/${number}/file`, `consent-release-${number}.json`)}
              >
                {t('releases.file')}
              </Button>
            )}
            {previewable && <PreviewOnSite shows={{ release: number }} />}
            {mayPublish && number !== latest && (
              <TakeBack number={number} done={() => navigate(`${PAGES}/releases`)} />
            )}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <Panel title={t('releases.about')}>
            <Flex direction="column" alignItems="stretch" gap={4}>
              {number === latest && <Typography fontWeight="bold">{t('releases.inForce')}</Typography>}
              <Effect step={release} />
              {said && (
                <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{said}</Typography>
              )}
              {mayPublish && <NoteForm release={release} />}
              <Typography variant="pi" textColor="neutral600">
                {`${t('settings.versions.policyVersion')}: `}
                <code>{release.versions.policyVersion}</code>
              </Typography>
            </Flex>
          </Panel>
          <Panel title={t('releases.changes')}>
            <Changes view={view} compare={compare} />
          </Panel>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

function Changes({ view, compare }: Props) {
  const { against, differences, assessments, locales } = view;
  const { t, intl } = useTexts();
  const isSame = differences.length === 0 && assessments.length === 0 && !locales;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Comparison view={view} compare={compare} />
      {against === null && <Typography>{t('releases.first')}</Typography>}
      <Languages change={locales} />
      {assessments.map((one) => (
        <Typography key={one.category}>{assessmentText({ t, intl }, one)}</Typography>
      ))}
      {against !== null && isSame && <Typography>{t('releases.same')}</Typography>}
      {differences.length > 0 && <Differences differences={differences} label={t('releases.changes')} />}
    </Flex>
  );
}

/** By its number: there may be thousands. */
function Comparison({ view: { release, latest, against }, compare }: Props) {
  const { t } = useTexts();
  if (latest === 1) return null;
  const mayCompare = (other: number) => other >= 1 && other <= latest && other !== release.number;
  return (
    <Field.Root hint={t('releases.against.hint', { latest })}>
      <Field.Label>{t('releases.against')}</Field.Label>
      <NumberInput
        value={against ?? undefined}
        min={1}
        max={latest}
        onValueChange={(other) => {
          if (other !== undefined && mayCompare(other)) compare(String(other));
        }}
      />
      <Field.Hint />
    </Field.Root>
  );
}
