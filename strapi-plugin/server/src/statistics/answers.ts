import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import type { CountDimension, CountQuery } from '../evidence/decision-counts';
import type { Release } from '../evidence/releases';
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
  /** The last of the span. */
  releases: ReleaseMark[];
  /** There are more in it, before these. */
  areReleasesLeftOut: boolean;
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
  const released = (await releasesIn(strapi, span)).filter(({ date }) => date >= span.from);
  return {
    ...span,
    periods: datesOf(span).map((date) => ({ date, ...(figures.get(date) ?? NO_FIGURES) })),
    totals: figuresOf(sums),
    releases: released.slice(0, MOST_MARKS).reverse(),
    areReleasesLeftOut: released.length > MOST_MARKS,
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

/**
 * The releases that figures can be narrowed to or set against, the newest first: all under which anything was ever counted, the last of the
 * span and the one that was in force when it began.
 */
export async function choosableReleases(
  strapi: Core.Strapi,
  span: Pick<Span, 'from' | 'to'>,
): Promise<ReleaseMark[]> {
  const { counts, releases } = getEvidenceStore(strapi);
  const counted = await counts.sums({ from: '1970-01-01', to: '9998-12-31', grain: 'month', by: 'release' });
  const policies = [...new Set(counted.map(({ key }) => key))];
  const marks = [...(await releases.ofPolicies(policies)).map(markOf), ...(await releasesIn(strapi, span))];
  const byNumber = new Map(marks.map((mark) => [mark.number, mark]));
  return [...byNumber.values()].sort((a, b) => b.number - a.number);
}

/** The last releases of a span, one more than are marked, and the one that was in force when it began; the newest first. */
async function releasesIn(
  strapi: Core.Strapi,
  { from, to }: Pick<Span, 'from' | 'to'>,
): Promise<ReleaseMark[]> {
  const end = new Date(Date.parse(to) + DAY);
  const { releases } = getEvidenceStore(strapi);
  const found = await releases.between({ from: new Date(from), to: end, limit: MOST_MARKS + 1 });
  return found.map(markOf);
}

const markOf = ({ number, at, note, restores, versions: { policyVersion } }: Release): ReleaseMark => ({
  number,
  date: dayOf(at),
  note,
  restores,
  policyVersion,
});

/** Of more nobody could tell one from the other. A site that publishes every week has five years of them. */
const MOST_MARKS = 260;
