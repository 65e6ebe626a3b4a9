import { Flex, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { Statistics, StatisticsValues } from '../../api/contract';
import { useTexts } from '../../texts';
import { SaveButton } from '../list/save-button';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { useConsentStatisticsQuery, useConsentStatisticsValuesQuery } from './api';
import { BreakdownPanel } from './breakdown';
import { useChosenFigure } from './chosen-figure';
import { comparedWith, type Filter, queryOf, spanOf, toldSpan, useFilter } from './filter';
import { StatisticsFilters } from './filters';
import { OverTime } from './over-time';
import { Totals } from './totals';

/** How many were shown a banner, how many answered it, and how: over time, and by all that visitors differ in. */
export function StatisticsPage() {
  const { t } = useTexts();
  const { filter, change, clear } = useFilter();
  const { currentData: values = null } = useConsentStatisticsValuesQuery(spanOf(filter));
  const { from, to } = toldSpan(filter);
  return (
    <Page.Main>
      <Page.Title>{t('statistics.title')}</Page.Title>
      <Layouts.Header
        title={t('statistics.title')}
        subtitle={t('statistics.subtitle')}
        primaryAction={
          <SaveButton
            path={`/consent/statistics/export?${queryOf(filter)}`}
            fileName={`consent-statistics-${from}-${to}.csv`}
            icon={<Download />}
            label={t('statistics.export')}
            failed={(reason) => t('records.export.failed', { reason })}
          />
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <StatisticsFilters filter={filter} values={values} change={change} clear={clear} />
          <Shown filter={filter} values={values} change={change} />
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

interface ShownProps {
  filter: Filter;
  values: StatisticsValues | null;
  change(changes: Filter): void;
}

function Shown({ filter, values, change }: ShownProps) {
  const other = comparedWith(filter, values?.releases ?? []);
  const { currentData: statistics, ...asked } = useConsentStatisticsQuery(queryOf(filter));
  const { currentData: compared, ...askedToo } = useConsentStatisticsQuery(queryOf(other ?? filter), {
    skip: !other,
  });
  const failed = [asked, askedToo].find(({ isError }) => isError);
  if (failed) return <LoadError error={failed.error} retry={failed.refetch} />;
  if (!statistics || (other && !compared)) return <Loading />;
  return (
    <Loaded
      statistics={statistics}
      compared={compared ?? null}
      filter={filter}
      releases={values?.releases ?? []}
      change={change}
    />
  );
}

interface LoadedProps {
  statistics: Statistics;
  compared: Statistics | null;
  filter: Filter;
  releases: StatisticsValues['releases'];
  change(changes: Filter): void;
}

function Loaded({ statistics, compared, filter, releases, change }: LoadedProps) {
  const { t } = useTexts();
  const { totals } = statistics;
  const { figure, figures } = useChosenFigure(statistics, filter);
  return (
    <>
      <Totals totals={totals} compared={compared?.totals ?? null} />
      {totals.shown === 0 && totals.decisions > 0 && (
        <Typography textColor="neutral600">{t('statistics.notShown')}</Typography>
      )}
      <OverTime
        statistics={statistics}
        compared={compared}
        figure={figure}
        figures={figures}
        change={change}
      />
      <BreakdownPanel filter={filter} figure={figure} releases={releases} change={change} />
    </>
  );
}
