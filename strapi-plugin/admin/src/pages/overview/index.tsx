import { Box, Flex, Grid, LinkButton, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { ConsentOverview } from '../../api/contract';
import { Marked } from '../../content-manager/panel-parts';
import { useAllowed } from '../../permissions';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { Panel } from '../panel';
import { RetentionNotice } from '../records/retention-notice';
import { useConsentOverviewQuery } from './api';
import { Breakdown } from './breakdown';
import { decisionsByCountry } from './countries';
import { DecisionsChart } from './decisions-chart';
import { GrantRates } from './grant-rates';
import { RoleOffers } from './role-offers';
import { EnabledStatus } from './status';
import { UndeclaredHosts } from './undeclared-hosts';
import { Warnings } from './warnings';

/** The dashboard: what is published, what visitors decide, and what should be looked at (K). */
export function OverviewPage() {
  const { t } = useTexts();
  const mayAdd = useAllowed('addTrackers');
  const { data: overview, isError, error, refetch } = useConsentOverviewQuery();
  if (isError) return <LoadError error={error} retry={refetch} />;
  return (
    <Page.Main aria-busy={!overview}>
      <Page.Title>{t('overview.title')}</Page.Title>
      <Layouts.Header
        title={t('overview.title')}
        subtitle={t('overview.subtitle')}
        primaryAction={
          mayAdd && (
            <LinkButton
              tag={NavLink}
              to={`${PAGES}/catalogue/trackers`}
              variant="secondary"
              startIcon={<Plus />}
            >
              {t('overview.addTracker')}
            </LinkButton>
          )
        }
      />
      <Layouts.Content>{overview ? <Panels overview={overview} /> : <Loading />}</Layouts.Content>
    </Page.Main>
  );
}

function Panels({ overview }: { overview: ConsentOverview }) {
  const { t, country } = useTexts();
  return (
    <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
      <RetentionNotice />
      <Facts overview={overview} />
      <Panel title={t('overview.warnings')}>
        <Warnings warnings={overview.warnings} />
      </Panel>
      {overview.signal && <Signal probe={overview.signal} />}
      <Panel title={t('overview.embeds')} hint={t('overview.embeds.hint')}>
        <UndeclaredHosts />
      </Panel>
      <Panel title={t('overview.grantRates')} hint={t('overview.grantRates.hint')}>
        <GrantRates overview={overview} />
      </Panel>
      <Panel title={t('overview.decisions')}>
        <DecisionsChart days={overview.days} findings={overview.findings} />
      </Panel>
      <Grid.Root gap={6}>
        <Grid.Item col={6} s={12} xs={12} alignItems="stretch" direction="column">
          <Panel title={t('overview.models')} hint={t('overview.models.hint')}>
            <Breakdown
              rows={overview.models.map(({ model, n }) => ({ key: model, label: t(`model.${model}`), n }))}
            />
          </Panel>
        </Grid.Item>
        <Grid.Item col={6} s={12} xs={12} alignItems="stretch" direction="column">
          <Panel title={t('overview.countries')} hint={t('overview.countries.hint')}>
            <Breakdown
              rows={decisionsByCountry(overview).map(({ country: code, n }) => ({
                key: code || 'unknown',
                label: /^[A-Z]{2}$/.test(code) ? country(code) : t('overview.unknownCountry'),
                n,
              }))}
            />
          </Panel>
        </Grid.Item>
      </Grid.Root>
      <RoleOffers canPutOff />
    </Flex>
  );
}

/** Whether the site honoured Global Privacy Control when it was last tested; else why it was not, and what is known from before. */
function Signal({ probe }: { probe: NonNullable<ConsentOverview['signal']> }) {
  const { t, intl } = useTexts();
  const { honored, at, address, why, earlier } = probe;
  const shown = (date: string) => intl.formatDate(date, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Panel title="Global Privacy Control">
      <Marked isWell={honored === true}>
        <Typography fontWeight="bold" tag="p">
          {t(signalText(honored))}
        </Typography>
        {why && <Typography tag="p">{why}</Typography>}
        <Typography variant="pi" tag="p" textColor="neutral600">
          {t(honored === null ? 'overview.signal.tried' : 'overview.signal.tested', {
            date: shown(at),
            address,
          })}
        </Typography>
        {earlier && (
          <Typography variant="pi" tag="p" textColor="neutral600">
            {t(earlier.honored ? 'overview.signal.earlier.works' : 'overview.signal.earlier.fails', {
              date: shown(earlier.at),
            })}
          </Typography>
        )}
      </Marked>
    </Panel>
  );
}

function signalText(honored: boolean | null) {
  if (honored === null) return 'overview.signal.untested';
  return honored ? 'overview.signal.works' : 'overview.signal.fails';
}

function Facts({ overview: { enabled, versions, changedAt, totals } }: { overview: ConsentOverview }) {
  const { t, intl } = useTexts();
  const since = changedAt
    ? t('overview.since', { date: intl.formatDate(changedAt, { dateStyle: 'medium', timeStyle: 'short' }) })
    : t('overview.notServed');
  return (
    <Grid.Root gap={4}>
      <Fact label={t('overview.state')} detail={t(enabled ? 'overview.on.detail' : 'overview.off.detail')}>
        <EnabledStatus enabled={enabled} />
      </Fact>
      <Fact label={t('overview.policyVersion')} detail={since}>
        <Typography variant="beta" tag="p" fontWeight="semiBold">
          {versions.policyVersion}
        </Typography>
      </Fact>
      <Fact label={t('overview.today')} detail={t('overview.utc')}>
        <Typography variant="alpha" tag="p">
          {intl.formatNumber(totals.today)}
        </Typography>
      </Fact>
      <Fact
        label={t('overview.last30Days')}
        detail={t('overview.ever', { n: intl.formatNumber(totals.records) })}
      >
        <Typography variant="alpha" tag="p">
          {intl.formatNumber(totals.last30Days)}
        </Typography>
      </Fact>
    </Grid.Root>
  );
}

function Fact({ label, detail, children }: { label: string; detail: string; children: ReactNode }) {
  return (
    <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
      <Box background="neutral0" hasRadius shadow="tableShadow" padding={5} height="100%">
        <Typography variant="sigma" tag="h2" textColor="neutral600">
          {label}
        </Typography>
        <Flex minHeight="4rem" alignItems="center">
          {children}
        </Flex>
        <Typography variant="pi" tag="p" textColor="neutral600">
          {detail}
        </Typography>
      </Box>
    </Grid.Item>
  );
}
