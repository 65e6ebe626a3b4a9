import { Box, Flex, Grid, Typography } from '@strapi/design-system';
import type { Statistics } from '../../api/contract';
import { PAGES } from '../../plugin';
import { useCategoryLabel } from '../../published-state';
import { useTexts } from '../../texts';
import { Cell, ChoiceFilter } from '../list/filter-form';
import { Panel } from '../panel';
import { Curve, type CurveMark } from './curve';
import { FIGURES, type FigureName, figureOf, isShare } from './figure';
import { FiguresTable } from './figures-table';
import type { Filter } from './filter';

interface Props {
  statistics: Statistics;
  compared: Statistics | null;
  filter: Filter;
  change(changes: Filter): void;
}

/** One figure as a curve, and all of them as a table. */
export function OverTime({ statistics, compared, filter, change }: Props) {
  const { t, intl } = useTexts();
  const labelOf = useCategoryLabel();
  const categories = Object.keys(statistics.totals.categories);
  const options: [FigureName, string][] = [
    ...FIGURES.map((name): [FigureName, string] => [name, t(`statistics.figure.${name}`)]),
    ...categories.map((key): [FigureName, string] => [
      `category:${key}`,
      t('statistics.figure.category', { category: labelOf(key) }),
    ]),
  ];
  const wanted = filter.figure as FigureName | undefined;
  // Nobody can answer what nobody was shown.
  const usual: FigureName = statistics.totals.shown > 0 ? 'answered' : 'accepted';
  const [name, label] = options.find(([option]) => option === wanted) ??
    options.find(([option]) => option === usual) ?? [usual, ''];
  const values = statistics.periods.map((period) => figureOf(name, period));
  const others =
    compared &&
    sameLength(
      compared.periods.map((period) => figureOf(name, period)),
      values.length,
    );
  const most = isShare(name) ? 1 : Math.max(1, ...[...values, ...(others ?? [])].map((value) => value ?? 0));
  const dateOf = useDates(statistics.grain);
  const dates = statistics.periods.map(({ date }) => date);
  const told = (value: number) => intl.formatNumber(value, isShare(name) ? { style: 'percent' } : {});
  return (
    <Panel
      title={t('statistics.overTime')}
      hint={t(statistics.grain === 'day' ? 'statistics.byDay' : 'statistics.byMonth')}
    >
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Grid.Root gap={4}>
          <Cell col={4}>
            <ChoiceFilter
              name="figure"
              label={t('statistics.figure')}
              value={name}
              fallback={usual}
              options={options}
              change={(figure) => change({ figure })}
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
            dates: [dates[0], dates[Math.floor(dates.length / 2)], dates.at(-1)].flatMap((date) =>
              date ? [dateOf(date)] : [],
            ),
            marks: t('statistics.marks'),
          }}
          marks={useMarks(statistics, dates)}
        />
        {compared && (
          <Typography variant="pi" textColor="neutral600">
            {t('statistics.dashed', {
              from: dateOf(compared.periods[0]?.date ?? ''),
              to: dateOf(compared.periods.at(-1)?.date ?? ''),
            })}
          </Typography>
        )}
        <Box>
          <FiguresTable
            label={t('statistics.table')}
            of={t(statistics.grain === 'day' ? 'statistics.day' : 'statistics.month')}
            rows={statistics.periods
              .map(({ date, ...figures }) => ({ key: date, label: dateOf(date), figures }))
              .reverse()}
            figure={{ name, label }}
          />
        </Box>
      </Flex>
    </Panel>
  );
}

/** As many as there are of the other: the first day stands over the first, whatever their dates. */
const sameLength = (values: (number | null)[], length: number): (number | null)[] =>
  Array.from({ length }, (_, index) => values[index] ?? null);

function useDates(grain: Statistics['grain']): (date: string) => string {
  const { intl } = useTexts();
  return (date) =>
    date &&
    intl.formatDate(grain === 'day' ? date : `${date}-01`, {
      ...(grain === 'day' ? { day: 'numeric' } : {}),
      ...({ month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
    });
}

/** What may have moved the curve. */
function useMarks({ grain, releases, findings }: Statistics, dates: string[]): CurveMark[] {
  const { t, intl } = useTexts();
  const at = (date: string) => dates.indexOf(grain === 'day' ? date : date.slice(0, 7));
  const day = (date: string) => intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
  const marks: CurveMark[] = [
    ...releases.map(({ policyVersion, date }) => ({
      key: policyVersion,
      kind: 'release' as const,
      at: at(date),
      text: t('statistics.mark.release', { date: day(date), release: policyVersion }),
    })),
    ...findings.map(({ date, found }) => ({
      key: date,
      kind: 'finding' as const,
      at: at(date),
      text: t('overview.findings.day', { date: day(date), n: found }),
      to: `${PAGES}/scanner?state=any`,
    })),
  ];
  return marks.filter((mark) => mark.at >= 0);
}
