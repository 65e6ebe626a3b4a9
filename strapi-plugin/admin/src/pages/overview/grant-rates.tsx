import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ConsentOverview } from '../../api/contract';
import { useCategoryLabel } from '../../published-state';
import { useTexts } from '../../texts';
import { NoDecisions } from './no-decisions';

const WIDTH = 600;
/** Of the page, and of the homepage's widget, in the same units. */
const HEIGHT = 64;
const COMPACT_HEIGHT = 28;

interface Point {
  x: number;
  y: number;
  date: string;
  rate: number;
}

interface Mark {
  x: number;
  /** What is said of it to whoever points at it. */
  text: string;
}

/**
 * How many of the decisions granted each category, as one small chart a category: each has its name and its number
 * beside it, so nothing has to be told apart by colour.
 */
export function GrantRates({ overview, compact = false }: { overview: ConsentOverview; compact?: boolean }) {
  const { t, intl } = useTexts();
  const labelOf = useCategoryLabel();
  if (overview.grants.length === 0) return <NoDecisions />;
  const percent = (rate: number | null) =>
    rate === null ? '–' : intl.formatNumber(rate, { style: 'percent' });
  const height = compact ? COMPACT_HEIGHT : HEIGHT;
  return (
    <Flex direction="column" alignItems="stretch" gap={compact ? 1 : 5}>
      {overview.grants.map(({ key, granted, refused, objected }) => {
        const rate = rateOf(granted, refused);
        return (
          <Row key={key} $compact={compact}>
            <Box minWidth={0}>
              <Typography variant="omega" fontWeight="bold" tag="h3" ellipsis>
                {labelOf(key)}
              </Typography>
              {!compact && (
                <Typography variant="pi" textColor="neutral600">
                  {t('overview.grants', {
                    granted: intl.formatNumber(granted),
                    refused: intl.formatNumber(refused),
                  })}
                  {objected !== undefined && `, ${t('overview.objections', { n: objected })}`}
                </Typography>
              )}
            </Box>
            <RateChart
              points={pointsOf(overview.days, key, height)}
              marks={compact ? [] : marksOf(overview)}
              height={height}
              label={t('overview.rate.label', { category: labelOf(key), rate: percent(rate) })}
              percent={percent}
            />
            <Typography variant={compact ? 'delta' : 'beta'} tag="p">
              {percent(rate)}
            </Typography>
          </Row>
        );
      })}
      {!compact && <Span days={overview.days} />}
    </Flex>
  );
}

/** The share of who was asked and granted; whoever objected to what is on without consent was not asked. */
const rateOf = (granted: number, refused: number): number | null =>
  granted + refused > 0 ? granted / (granted + refused) : null;

/** One point for each day on which somebody decided; a day without decisions has no rate. */
function pointsOf(days: ConsentOverview['days'], category: string, height: number): (Point | null)[] {
  const of = (counts: Record<string, number>) => new Map(Object.entries(counts)).get(category) ?? 0;
  return days.map(({ date, granted, refused }, index) => {
    const rate = rateOf(of(granted), of(refused));
    if (rate === null) return null;
    return { x: xOf(index, days), y: (1 - rate) * height, date, rate };
  });
}

/** Where the days stand on which a scan found something new. */
function marksOf({ days, findings }: ConsentOverview): Mark[] {
  return findings.map(({ date, messages }) => ({
    x: xOf(
      days.findIndex((day) => day.date === date),
      days,
    ),
    text: [date, ...messages].join('\n'),
  }));
}

const xOf = (index: number, days: ConsentOverview['days']): number =>
  (index / Math.max(1, days.length - 1)) * WIDTH;

/** Lines between neighbouring days only, so that a gap looks like one. */
function pathOf(points: (Point | null)[]): string {
  return points
    .map(
      (point, index) =>
        point && `${points[index - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
    )
    .filter(Boolean)
    .join(' ');
}

function RateChart({
  points,
  marks,
  height,
  label,
  percent,
}: {
  points: (Point | null)[];
  marks: readonly Mark[];
  height: number;
  label: string;
  percent: (rate: number) => string;
}) {
  return (
    <Chart viewBox={`0 -6 ${WIDTH} ${height + 12}`} role="img" aria-label={label}>
      {[0, height / 2, height].map((y) => (
        <line key={y} className="grid" x1={0} x2={WIDTH} y1={y} y2={y} />
      ))}
      {marks.map(({ x, text }) => (
        <line key={x} className="finding" x1={x} x2={x} y1={-6} y2={height + 6}>
          <title>{text}</title>
        </line>
      ))}
      <path className="line" d={pathOf(points)} />
      {points.map(
        (point) =>
          point && (
            <circle key={point.date} className="point" cx={point.x} cy={point.y} r={4}>
              <title>{`${point.date}: ${percent(point.rate)}`}</title>
            </circle>
          ),
      )}
    </Chart>
  );
}

/** The first and the last day, under the charts. */
function Span({ days }: { days: ConsentOverview['days'] }) {
  const { intl } = useTexts();
  const day = (date: string | undefined) =>
    date ? intl.formatDate(date, { day: 'numeric', month: 'short', timeZone: 'UTC' }) : '';
  return (
    <Row $compact={false} aria-hidden>
      <span />
      <Flex justifyContent="space-between">
        <Typography variant="pi" textColor="neutral600">
          {day(days[0]?.date)}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {day(days.at(-1)?.date)}
        </Typography>
      </Flex>
      <span />
    </Row>
  );
}

const Row = styled.div<{ $compact: boolean }>`
  display: grid;
  grid-template-columns: ${({ $compact }) => ($compact ? '9rem 1fr 5rem' : 'minmax(9rem, 18rem) 1fr 7rem')};
  align-items: center;
  gap: ${({ theme }) => theme.spaces[4]};
  /* On a phone the chart has a line of its own, below its name and number. */
  @media (max-width: 600px) {
    grid-template-columns: 1fr auto;
    gap: ${({ theme }) => theme.spaces[2]};
    > :nth-child(2) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;

const Chart = styled.svg`
  width: 100%;
  overflow: visible;
  .grid {
    stroke: ${({ theme }) => theme.colors.neutral200};
  }
  .finding {
    stroke: ${({ theme }) => theme.colors.danger600};
    stroke-width: 2;
    stroke-dasharray: 4 3;
  }
  .line {
    fill: none;
    stroke: ${({ theme }) => theme.colors.primary600};
    stroke-width: 2.5;
  }
  .point {
    fill: ${({ theme }) => theme.colors.primary600};
    stroke: ${({ theme }) => theme.colors.neutral0};
    stroke-width: 1.5;
  }
`;
