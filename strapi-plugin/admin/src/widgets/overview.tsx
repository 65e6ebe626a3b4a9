import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { ConsentOverview } from '../api/contract';
import { useRequest } from '../api/request';
import { GrantRates } from '../pages/overview/grant-rates';
import { EnabledStatus } from '../pages/overview/status';
import { PAGES } from '../plugin';
import { useTexts } from '../texts';

/** The overview in the space of a homepage widget. */
export function OverviewWidget() {
  const { t } = useTexts();
  const { answer } = useRequest<ConsentOverview>('/consent/overview');
  if (answer.state === 'loading') return <Widget.Loading />;
  if (answer.state === 'failed') return <Widget.Error>{t('error.load')}</Widget.Error>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Published overview={answer.value} />
      <Figures overview={answer.value} />
      <GrantRates overview={answer.value} compact />
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
        {t('widget.warnings', { n: warnings.length })}
      </Link>
    </Flex>
  );
}

function Figures({ overview: { totals, models, countries } }: { overview: ConsentOverview }) {
  const { t, intl, country } = useTexts();
  const share = (rows: { n: number }[]) => {
    const all = rows.reduce((sum, { n }) => sum + n, 0);
    return intl.formatNumber((rows[0]?.n ?? 0) / Math.max(1, all), { style: 'percent' });
  };
  const code = countries[0]?.country ?? '';
  const figures: [figure: string, name: string][] = [
    [intl.formatNumber(totals.today), t('overview.today')],
    [intl.formatNumber(totals.last30Days), t('overview.last30Days')],
  ];
  if (models[0]) figures.push([share(models), t(`model.${models[0].model}.short`)]);
  if (/^[A-Z]{2}$/.test(code)) figures.push([share(countries), country(code)]);
  return (
    <Flex gap={5} wrap="wrap" alignItems="flex-start">
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
