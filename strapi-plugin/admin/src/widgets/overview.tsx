import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { ConsentOverview } from '../api/contract';
import { useConsentOverviewQuery } from '../pages/overview/api';
import { decisionsByCountry, UNKNOWN_COUNTRY } from '../pages/overview/countries';
import { GrantRates } from '../pages/overview/grant-rates';
import { placesOf } from '../pages/overview/places';
import { EnabledStatus } from '../pages/overview/status';
import { PAGES } from '../plugin';
import { useTexts } from '../texts';

/** The overview in the space of a homepage widget. */
export function OverviewWidget() {
  const { t } = useTexts();
  const { data: overview, isError } = useConsentOverviewQuery();
  if (isError) return <Widget.Error>{t('error.load')}</Widget.Error>;
  if (!overview) return <Widget.Loading />;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Published overview={overview} />
      <Figures overview={overview} />
      <Box>
        <Typography variant="pi" textColor="neutral600" tag="p">
          {t('widget.grantRates')}
        </Typography>
        <GrantRates overview={overview} compact />
      </Box>
    </Flex>
  );
}

function Published({ overview: { enabled, versions, changedAt, warnings } }: { overview: ConsentOverview }) {
  const { t, intl } = useTexts();
  const since = changedAt ? intl.formatDate(changedAt, { dateStyle: 'medium' }) : null;
  return (
    <Flex justifyContent="space-between" gap={2} wrap="wrap">
      <Flex gap={2} wrap="wrap">
        <EnabledStatus enabled={enabled} />
        <Typography variant="pi" textColor="neutral600">
          {[versions.policyVersion, since && t('overview.since', { date: since })]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Flex>
      <Link tag={NavLink} to={`${PAGES}/overview`}>
        {t('widget.warnings', { n: placesOf(warnings).length })}
      </Link>
    </Flex>
  );
}

function Figures({ overview }: { overview: ConsentOverview }) {
  const { t, intl } = useTexts();
  const { totals } = overview;
  const shares = useShares(overview);
  const figures: [figure: string, name: string][] = [
    [intl.formatNumber(totals.today), t('overview.today')],
    [intl.formatNumber(totals.last30Days), t('overview.last30Days')],
    ...shares,
  ];
  return (
    <Flex gap={5} wrap="wrap" alignItems="flex-start" style={{ rowGap: '0.8rem' }}>
      {figures.map(([figure, name]) => (
        <Box key={name}>
          <Typography variant="delta" tag="p">
            {figure}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {name}
          </Typography>
        </Box>
      ))}
    </Flex>
  );
}

/** The commonest model, the commonest country and the unknown ones, each as its share of all decisions of the days. */
function useShares(overview: ConsentOverview): [share: string, name: string][] {
  const { t, intl, country } = useTexts();
  const all = Math.max(1, overview.totals.last30Days);
  const share = (n: number) => intl.formatNumber(n / all, { style: 'percent' });
  const [model] = overview.models;
  const countries = decisionsByCountry(overview);
  const known = countries.find((one) => one.country !== UNKNOWN_COUNTRY);
  const unknown = countries.find((one) => one.country === UNKNOWN_COUNTRY);
  const shares: [share: string, name: string][] = [];
  if (model) shares.push([share(model.n), t(`widget.model.${model.model}`)]);
  if (known) shares.push([share(known.n), country(known.country)]);
  if (unknown) shares.push([share(unknown.n), t('widget.unknownCountry')]);
  return shares;
}
