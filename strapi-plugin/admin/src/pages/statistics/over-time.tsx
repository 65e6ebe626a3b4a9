import { Box, Flex, Grid, Typography } from '@strapi/design-system';
import type { Statistics } from '../../api/contract';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter } from '../list/filter-form';
import { Panel } from '../panel';
import { Curve } from './curve';
import { type FigureName, figureOf, isShare } from './figure';
import { type FigureOf, FiguresTable } from './figures-table';
import type { Filter } from './filter';
import { marksOf } from './marks';

interface Props {
  statistics: Statistics;
  compared: Statistics | null;
  figure: FigureOf;
  /** What may be shown. */
  figures: FigureOf[];
  change(changes: Filter): void;
}

/** One figure as a curve, and all of them as a table. */
export function OverTime({ statistics, compared, figure, figures, change }: Props) {
  const { name, label } = figure;
  const { t, intl } = useTexts();
  const values = statistics.periods.map((period) => figureOf(name, period));
  // Days do not stand over months.
  const against = compared?.grain === statistics.grain ? compared : null;
  const others = against && values.map((_, index) => figureAt(against, index, name));
  const most = isShare(name) ? 1 : Math.max(1, ...[...values, ...(others ?? [])].map((value) => value ?? 0));
  const dateOf = useDates(statistics.grain);
  const dates = statistics.periods.map(({ date }) => date);
  const told = (value: number) => intl.formatNumber(value, isShare(name) ? { style: 'percent' } : {});
  const span = { from: dateOf(dates[0] ?? ''), to: dateOf(dates.at(-1) ?? '') };
  return (
    <Panel
      title={t('statistics.overTime')}
      hint={statistics.grain === 'day' ? t('statistics.byDay') : t('statistics.byMonth', span)}
    >
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Grid.Root gap={4}>
          <Cell col={6}>
            <ChoiceFilter
              name="figure"
              label={t('statistics.figure')}
              value={name}
              fallback={name}
              options={figures.map((one) => [one.name, one.label])}
              change={(chosen) => change({ figure: chosen })}
            />
          </Cell>
        </Grid.Root>
        <Curve
          title={t('statistics.curve', { figure: label })}
          description={t('statistics.curve.table')}
          values={values}
          compared={others}
          most={most}
          labels={{
            top: told(most),
            bottom: told(0),
            dates: namedOf(dates).map(dateOf),
            marks: t('statistics.marks'),
          }}
          marks={marksOf(statistics, { t, intl })}
        />
        {statistics.areReleasesLeftOut && (
          <Typography variant="pi" textColor="neutral600">
            {t('statistics.marks.last', { n: statistics.releases.length })}
          </Typography>
        )}
        {against && (
          <Typography variant="pi" textColor="neutral600">
            {t('statistics.dashed', {
              from: dateOf(against.periods[0]?.date ?? ''),
              to: dateOf(against.periods.at(-1)?.date ?? ''),
            })}
          </Typography>
        )}
        <Box>
          <FiguresTable
            label={t('statistics.table')}
            of={t(statistics.grain === 'day' ? 'statistics.day' : 'statistics.month')}
            rows={statistics.periods
              .map(({ date, ...of }, index) => ({
                key: date,
                label: dateOf(date),
                figures: of,
                compared: against?.periods[index] ?? null,
              }))
              .reverse()}
            figure={figure}
            isCompared={against !== null}
          />
        </Box>
      </Flex>
    </Panel>
  );
}

/** The first day stands over the first, whatever their dates. */
function figureAt({ periods }: Statistics, index: number, name: FigureName): number | null {
  const period = periods[index];
  return period ? figureOf(name, period) : null;
}

/** The first, the middle and the last; of few dates each once. */
const namedOf = (dates: readonly string[]): string[] =>
  [...new Set([dates[0], dates[Math.floor(dates.length / 2)], dates.at(-1)])].filter(
    (date) => date !== undefined,
  );

function useDates(grain: Statistics['grain']): (date: string) => string {
  const { intl } = useTexts();
  return (date) =>
    date &&
    intl.formatDate(grain === 'day' ? date : `${date}-01`, {
      ...(grain === 'day' ? { day: 'numeric' } : {}),
      ...({ month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
    });
}
