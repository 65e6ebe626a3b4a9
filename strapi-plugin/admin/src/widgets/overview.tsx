import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import type { ConsentOverview } from '../api/contract';
import { useRequest } from '../api/request';
import { GrantRates } from '../pages/overview/grant-rates';
import { EnabledStatus } from '../pages/overview/status';
import { useTexts } from '../texts';

/** The overview in the space of a homepage widget. */
export function OverviewWidget() {
  const { t, intl } = useTexts();
  const { answer } = useRequest<ConsentOverview>('/consent/overview');
  if (answer.state === 'loading') return <Widget.Loading />;
  if (answer.state === 'failed') return <Widget.Error>{t('error.load')}</Widget.Error>;
  const { totals, warnings, enabled } = answer.value;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={2}>
      <Flex justifyContent="space-between" gap={2} wrap="wrap">
        <EnabledStatus enabled={enabled} />
        <Typography variant="pi" textColor={warnings.length > 0 ? 'warning700' : 'neutral600'}>
          {t('widget.warnings', { n: warnings.length })}
        </Typography>
      </Flex>
      <Flex gap={6}>
        <Flex direction="column" alignItems="flex-start">
          <Typography variant="alpha">{intl.formatNumber(totals.today)}</Typography>
          <Typography variant="pi" textColor="neutral600">
            {t('overview.today')}
          </Typography>
        </Flex>
        <Flex direction="column" alignItems="flex-start">
          <Typography variant="alpha">{intl.formatNumber(totals.last30Days)}</Typography>
          <Typography variant="pi" textColor="neutral600">
            {t('overview.last30Days')}
          </Typography>
        </Flex>
      </Flex>
      <GrantRates overview={answer.value} compact />
    </Flex>
  );
}
