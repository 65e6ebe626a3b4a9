import { Badge, Box, Flex, Grid, Typography } from '@strapi/design-system';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { ConsentRecord, Evidence } from '../../api/contract';
import { useAllowed } from '../../permissions';
import { PAGES } from '../../plugin';
import { useCategoryLabel } from '../../published-state';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { Panel } from '../panel';
import { useConsentRecordQuery } from './api';
import { BundleButton } from './bundle';
import { Choices } from './choices';
import { EraseButton } from './erase';
import { ExportButton } from './export';
import { recordsOf } from './filter';
import { QuarantineNotice } from './quarantine-notice';
import { RecordsLink } from './records-link';
import { ChangedNotice, Seal } from './seal';

/** Brings the words of all the site's languages along, so it is loaded when it is shown. */
const Shown = lazy(() => import('./shown'));

/** One decision, with what its visitor was shown (GDPR 7(1)) and everything else under the same consent id. */
export function RecordPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { currentData: evidence, isError, error, refetch } = useConsentRecordQuery(id);
  if (isError) return <LoadError error={error} notFound={t('records.notFound')} retry={refetch} />;
  if (!evidence) return <Page.Loading>{t('loading')}</Page.Loading>;
  return <RecordEvidence evidence={evidence} />;
}

function RecordEvidence({ evidence }: { evidence: Evidence }) {
  const { record, seal, shown, presentation, timeline, quarantine } = evidence;
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayExport = useAllowed('exportRecords');
  const mayErase = useAllowed('eraseRecords');
  const labelOf = useCategoryLabel();
  const others = [...new Set(timeline.map(({ consentId }) => consentId))].filter(
    (consentId) => consentId !== record.consentId,
  );
  return (
    <Page.Main>
      <Page.Title>{t('records.record')}</Page.Title>
      <Layouts.Header
        title={t('records.record')}
        subtitle={`${t('records.consentId')}: ${record.consentId}`}
        navigationAction={<BackButton fallback={`${PAGES}/records`} />}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            {mayExport && <BundleButton subject={{ record: record.id }} />}
            {mayExport && <ExportButton filter={{ consentId: record.consentId, quarantined: 'too' }} />}
            {mayErase && (
              <EraseButton
                subject={{ consentId: record.consentId }}
                others={others}
                done={() => navigate(`${PAGES}/records`, { replace: true })}
              />
            )}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          {seal?.state === 'changed' && <ChangedNotice index={seal.index} />}
          {quarantine && <QuarantineNotice quarantine={quarantine} />}
          <Panel title={t('records.decision')}>
            <Facts record={record} seal={seal} labelOf={labelOf} />
          </Panel>
          <Panel title={t('records.shown')}>
            {shown ? (
              <Suspense fallback={<Loading />}>
                <Shown
                  recordId={record.id}
                  shown={shown}
                  presentation={presentation}
                  decisions={record.decisions}
                  services={record.services}
                  model={record.model}
                />
              </Suspense>
            ) : (
              <Typography>{t('records.shown.none')}</Typography>
            )}
          </Panel>
          <Panel title={t('records.timeline')}>
            <Timeline records={timeline} current={record} labelOf={labelOf} />
          </Panel>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

interface FactsProps {
  record: ConsentRecord;
  seal: Evidence['seal'];
  /** The name of a category by its key. */
  labelOf(key: string): string;
}

function Facts({ record, seal, labelOf }: FactsProps) {
  const { t, intl, country, language } = useTexts();
  const moment = (iso: string) => intl.formatDate(iso, { dateStyle: 'long', timeStyle: 'long' });
  return (
    <Grid.Root gap={5} tag="dl">
      <Fact name={t('records.choices')}>
        <Choices record={record} labelOf={labelOf} />
      </Fact>
      <Fact name={t('records.decidedAt')}>{moment(record.decidedAt)}</Fact>
      <Fact name={t('records.source')}>{t(`source.${record.source}`)}</Fact>
      <Fact name={t('records.model')}>{t(`model.${record.model}`)}</Fact>
      <Fact name={t('records.country')}>
        {record.country ? `${country(record.country)}${record.region ? ` (${record.region})` : ''}` : '–'}
      </Fact>
      <Fact name={t('records.vouchedBy')}>
        {t(record.vouchedBy === 'site' ? 'records.vouchedBy.site' : 'records.vouchedBy.nobody')}
      </Fact>
      <Fact name={t('records.gpc')}>{t(record.gpc ? 'yes' : 'no')}</Fact>
      <Fact name={t('records.locale')}>{record.locale ? language(record.locale) : '–'}</Fact>
      <Fact name={t('records.policyVersion')}>{record.versions.policyVersion}</Fact>
      <Fact name={t('records.browser')}>{record.userAgentFamily ?? '–'}</Fact>
      <Fact name={t('records.storedAt')}>{moment(record.createdAt)}</Fact>
      <Fact name={t('records.expiresAt')}>{moment(record.expiresAt)}</Fact>
      {seal && (
        <Fact name={t('records.seal')}>
          <Seal seal={seal} />
        </Fact>
      )}
      {record.user && (
        <Fact name={t('records.user')}>
          <Typography tag={Link} to={recordsOf(record.user)} textColor="primary600">
            {record.user}
          </Typography>
        </Fact>
      )}
      {record.replaces && (
        <Fact name={t('records.replaces')}>
          <RecordsLink consentId={record.replaces} />
        </Fact>
      )}
      {record.tcString && (
        <Fact name={t('records.tcString')} isWide>
          <Box tag="code" style={{ overflowWrap: 'anywhere' }}>
            {record.tcString}
          </Box>
        </Fact>
      )}
    </Grid.Root>
  );
}

interface FactProps {
  name: string;
  /** It has a row of its own. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <Grid.Item
      col={isWide ? 12 : 4}
      s={isWide ? 12 : 6}
      xs={12}
      direction="column"
      alignItems="flex-start"
      gap={1}
    >
      <Typography variant="sigma" tag="dt" textColor="neutral600">
        {name}
      </Typography>
      <Typography tag="dd">{children}</Typography>
    </Grid.Item>
  );
}

interface TimelineProps {
  records: ConsentRecord[];
  current: ConsentRecord;
  labelOf(key: string): string;
}

function Timeline({ records, current: { id, consentId }, labelOf }: TimelineProps) {
  const { t, intl } = useTexts();
  return (
    <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
      {records.map((record) => {
        const isCurrent = record.id === id;
        const day = intl.formatDate(record.decidedAt, { dateStyle: 'medium', timeStyle: 'medium' });
        return (
          <Flex
            key={record.id}
            tag="li"
            gap={4}
            padding={3}
            wrap="wrap"
            hasRadius
            background={isCurrent ? 'primary100' : 'neutral100'}
            aria-current={isCurrent || undefined}
          >
            {isCurrent ? (
              <Typography fontWeight="bold">{`${day} (${t('records.thisOne')})`}</Typography>
            ) : (
              <Typography tag={Link} to={`${PAGES}/records/${record.id}`} textColor="primary600">
                {day}
              </Typography>
            )}
            <Typography>{t(`source.${record.source}`)}</Typography>
            <Choices record={record} labelOf={labelOf} />
            {record.quarantine && <Badge>{t('quarantine.badge')}</Badge>}
            {record.consentId !== consentId && <RecordsLink consentId={record.consentId} />}
          </Flex>
        );
      })}
    </Flex>
  );
}
