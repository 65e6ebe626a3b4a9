import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import type { CountDimension, CountQuery } from '../evidence/decision-counts';
import { releasesBetween } from '../releases/service';
import { type FindingDay, findingDays } from '../scan/warnings';
import { type Figures, figuresByKey, figuresOf, NO_FIGURES } from './figures';
import { datesOf, type Span, spanOf } from './span';

export type StatisticsFilter = NonNullable<CountQuery['filter']>;

export interface StatisticsQuery {
  from: string;
  to: string;
  filter: StatisticsFilter;
}

/** A policy version, and the day on which visitors were served it for the first time. */
export interface ReleaseMark {
  policyVersion: string;
  date: string;
  /** Of the first release with it; null for one from before there were numbers. */
  number: number | null;
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
    releases: (await releaseMarks(strapi)).filter(({ date }) => date >= span.from && date <= span.to),
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

/** The oldest first. */
export async function releaseMarks(strapi: Core.Strapi): Promise<ReleaseMark[]> {
  const served = await getEvidenceStore(strapi).snapshots.releases(RELEASES);
  const numbers = await numbersOf(strapi);
  return served
    .map(({ policyVersion, firstServedAt }) => ({
      policyVersion,
      date: dayOf(firstServedAt),
      number: numbers.get(policyVersion) ?? null,
    }))
    .reverse();
}

/** The number of the first release of each policy version. */
async function numbersOf(strapi: Core.Strapi): Promise<Map<string, number>> {
  const releases = await releasesBetween(strapi, { from: new Date(0), to: new Date() });
  const numbers = new Map<string, number>();
  for (const { number, versions } of releases) {
    if (!numbers.has(versions.policyVersion)) numbers.set(versions.policyVersion, number);
  }
  return numbers;
}

/** So many are named; a site that publishes every week has five years of them. */
const RELEASES = 260;
