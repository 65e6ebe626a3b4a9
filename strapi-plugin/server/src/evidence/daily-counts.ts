import type { ConsentDecisions } from '@permesso/consent-core';

export type CountDimension = 'decisions' | 'model' | 'country' | 'granted' | 'refused';

/** How often something was decided on one day. It outlives the records and holds no personal data. */
export interface DailyCount {
  /** UTC day as `YYYY-MM-DD`. */
  day: string;
  dimension: CountDimension;
  /** The model, country or category key; `all` for `decisions`. */
  subject: string;
  total: number;
}

interface Countable {
  createdAt: Date;
  model: string;
  country: string | null;
  decisions: ConsentDecisions;
}

/** The UTC day of a moment, as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** What the records add to the daily counts; always in the same order, so that two writers cannot deadlock. */
export function countsOf(records: readonly Countable[]): DailyCount[] {
  const cells = new Map<string, DailyCount>();
  const add = (day: string, dimension: CountDimension, subject: string) => {
    const name = `${dimension} ${day} ${subject}`;
    const cell = cells.get(name) ?? { day, dimension, subject, total: 0 };
    cell.total += 1;
    cells.set(name, cell);
  };
  for (const record of records) {
    const day = dayOf(record.createdAt);
    add(day, 'decisions', 'all');
    add(day, 'model', record.model);
    if (record.country) add(day, 'country', record.country);
    for (const [key, granted] of Object.entries(record.decisions)) {
      add(day, granted ? 'granted' : 'refused', key);
    }
  }
  return [...cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}
