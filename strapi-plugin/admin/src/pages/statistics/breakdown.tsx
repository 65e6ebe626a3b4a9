import { Flex, Grid } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import type { StatisticsValues } from '../../api/contract';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter } from '../list/filter-form';
import { SaveButton } from '../list/save-button';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { Panel } from '../panel';
import { useConsentStatisticsByQuery } from './api';
import { type FigureOf, FiguresTable } from './figures-table';
import { type Filter, queryOf, toldSpan } from './filter';
import { type Dimension, useValueNames } from './value-names';

const DIMENSIONS: Dimension[] = ['country', 'device', 'language', 'model', 'release', 'source'];

interface Props {
  filter: Filter;
  figure: FigureOf;
  releases: StatisticsValues['releases'];
  change(changes: Filter): void;
}

/** The same figures by one of the things that visitors differ in. */
export function BreakdownPanel({ filter, figure, releases, change }: Props) {
  const { t } = useTexts();
  const by = DIMENSIONS.find((dimension) => dimension === filter.by) ?? 'country';
  const nameOf = useValueNames(releases);
  const { currentData, isError, error, refetch } = useConsentStatisticsByQuery({
    by,
    query: queryOf(filter),
  });
  const { from, to } = toldSpan(filter);
  return (
    <Panel title={t('statistics.breakdown')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Grid.Root gap={4}>
          <Cell col={4}>
            <ChoiceFilter
              name="by"
              label={t('statistics.by')}
              value={by}
              fallback="country"
              options={DIMENSIONS.map((dimension) => [dimension, t(`statistics.${dimension}`)])}
              change={(chosen) => change({ by: chosen })}
            />
          </Cell>
          <Cell col={8}>
            <Flex height="100%" alignItems="flex-end" justifyContent="flex-end" width="100%">
              <SaveButton
                path={`/consent/statistics/export?${queryOf(filter, { by })}`}
                fileName={`consent-statistics-${by}-${from}-${to}.csv`}
                icon={<Download />}
                label={t('statistics.export.by')}
                failed={(reason) => t('records.export.failed', { reason })}
              />
            </Flex>
          </Cell>
        </Grid.Root>
        {isError && <LoadError error={error} retry={refetch} />}
        {!isError && !currentData && <Loading />}
        {!isError && currentData && (
          <FiguresTable
            label={t('statistics.breakdown')}
            of={t(`statistics.${by}`)}
            rows={currentData.rows.map(({ key, ...figures }) => ({ key, label: nameOf(by, key), figures }))}
            figure={figure}
          />
        )}
      </Flex>
    </Panel>
  );
}
