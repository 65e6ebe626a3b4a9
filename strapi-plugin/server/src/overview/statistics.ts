import type { ConsentModel } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import type { DailyCount, DailyDimension } from '../evidence/daily-counts';
import { dayOf } from '../evidence/day';

/** The days that the overview shows, today among them. */
export const SHOWN_DAYS = 30;

export interface ConsentStatistics {
  totals: { records: number; today: number; last30Days: number };
  /** Objections to what is on without consent are left out where there were none. */
  grants: { key: string; granted: number; refused: number; objected?: number }[];
  /** Of each day: what was granted and refused of each category, which is not told of all decisions. */
  days: {
    date: string;
    decisions: number;
    granted: Record<string, number>;
    refused: Record<string, number>;
  }[];
  models: { model: ConsentModel; n: number }[];
  countries: { country: string; n: number }[];
}

/** The last 30 UTC days, the oldest first. */
export function shownDays(now: Date): string[] {
  const today = Date.parse(dayOf(now));
  return Array.from({ length: SHOWN_DAYS }, (_, i) =>
    dayOf(new Date(today - (SHOWN_DAYS - 1 - i) * 86_400_000)),
  );
}

/** Statistics from the cells of the last 30 days and the number of all decisions ever recorded. */
export function statisticsOf(records: number, cells: readonly DailyCount[], now: Date): ConsentStatistics {
  const of = (dimension: DailyDimension) => cells.filter((cell) => cell.dimension === dimension);
  const [granted, refused, objected] = [sumsOf(of('granted')), sumsOf(of('refused')), sumsOf(of('objected'))];
  const days = shownDays(now).map((date) => ({
    date,
    decisions: of('decisions').find(({ day }) => day === date)?.total ?? 0,
    granted: Object.fromEntries(sumsOf(of('granted').filter(({ day }) => day === date))),
    refused: Object.fromEntries(sumsOf(of('refused').filter(({ day }) => day === date))),
  }));
  return {
    totals: {
      records,
      today: days.at(-1)?.decisions ?? 0,
      last30Days: days.reduce((sum, { decisions }) => sum + decisions, 0),
    },
    grants: [...new Set([...granted.keys(), ...refused.keys(), ...objected.keys()])].sort().map((key) => ({
      key,
      granted: granted.get(key) ?? 0,
      refused: refused.get(key) ?? 0,
      ...(objected.has(key) && { objected: objected.get(key)! }),
    })),
    days,
    models: mostFirst(of('model')).map(([model, n]) => ({ model: model as ConsentModel, n })),
    countries: mostFirst(of('country')).map(([country, n]) => ({ country, n })),
  };
}

/** By subject; a map, because a category may be called like something that every object has. */
function sumsOf(cells: readonly DailyCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { subject, total } of cells) sums.set(subject, (sums.get(subject) ?? 0) + total);
  return sums;
}

const mostFirst = (cells: readonly DailyCount[]): [string, number][] =>
  [...sumsOf(cells)].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));

/** Reads the daily counts, never the records: as quick with a million records as with none. */
export async function readStatistics(strapi: Core.Strapi, now: Date): Promise<ConsentStatistics> {
  const { counts } = getEvidenceStore(strapi);
  const since = shownDays(now)[0] ?? '';
  return statisticsOf(await counts.decisions(), await counts.since(since), now);
}
