import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import type { CountDimension, CountQuery } from '../evidence/decision-counts';
import { type FindingDay, findingDays } from '../scan/warnings';
import { type Figures, figuresByKey, figuresOf, NO_FIGURES } from './figures';
import { DAY, datesOf, type Span, spanOf } from './span';

export type StatisticsFilter = NonNullable<CountQuery['filter']>;

export interface StatisticsQuery {
  from: string;
  to: string;
  filter: StatisticsFilter;
}

/** A release, which may have moved the figures from its day on. */
export interface ReleaseMark {
  number: number;
  /** `YYYY-MM-DD`, in UTC. */
  date: string;
  note: string | null;
  /** Number of the release that it takes back to. */
  restores: number | null;
  /** By which decisions are told apart; another release may have the same. */
  policyVersion: string;
}

/** How visitors decided over time. */
export interface Statistics extends Span {
  periods: (Figures & { date: string })[];
  totals: Figures;
  releases: ReleaseMark[];
  findings: FindingDay[];
}

export interface StatisticsBreakdown extends Span {
  by: CountDimension;
  /** The most decisions first. */
  rows: (Figures & { key: string })[];
}

/** One query for the figures; what marks the curve comes from elsewhere. */
export async function statisticsOver(
  strapi: Core.Strapi,
  { from, to, filter }: StatisticsQuery,
): Promise<Statistics> {
  const span = spanOf(from, to);
  const sums = await getEvidenceStore(strapi).counts.sums({ ...span, by: 'time', filter });
  const figures = figuresByKey(sums);
  return {
    ...span,
    periods: datesOf(span).map((date) => ({ date, ...(figures.get(date) ?? NO_FIGURES) })),
    totals: figuresOf(sums),
    releases: (await releaseMarks(strapi, span)).filter(({ date }) => date >= span.from),
    findings: await findingDays(strapi, datesOf({ ...span, grain: 'day' })),
  };
}

export async function statisticsBy(
  strapi: Core.Strapi,
  { from, to, filter }: StatisticsQuery,
  by: CountDimension,
): Promise<StatisticsBreakdown> {
  const span = spanOf(from, to);
  const figures = figuresByKey(await getEvidenceStore(strapi).counts.sums({ ...span, by, filter }));
  const rows = [...figures].map(([key, of]) => ({ key, ...of }));
  return { ...span, by, rows: rows.sort((a, b) => b.decisions - a.decisions || b.shown - a.shown) };
}

/** The last releases of a span, and the one that was in force when it began; the oldest first. */
export async function releaseMarks(
  strapi: Core.Strapi,
  { from, to }: Pick<Span, 'from' | 'to'>,
): Promise<ReleaseMark[]> {
  const end = new Date(Date.parse(to) + DAY);
  const { releases } = getEvidenceStore(strapi);
  const found = await releases.between({ from: new Date(from), to: end, limit: MOST_MARKS });
  return found
    .map(({ number, at, note, restores, versions: { policyVersion } }) => ({
      number,
      date: dayOf(at),
      note,
      restores,
      policyVersion,
    }))
    .reverse();
}

/** Of more nobody could tell one from the other. A site that publishes every week has five years of them. */
const MOST_MARKS = 260;
