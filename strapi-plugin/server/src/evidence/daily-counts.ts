import { type DecisionCell, decisionsOf, type Said, serviceOf } from './decision-counts';

export type DailyDimension = 'decisions' | 'model' | 'country' | Said;

/** How often something was decided on one day. It outlives the records and holds no personal data. */
export interface DailyCount {
  /** UTC day as `YYYY-MM-DD`. */
  day: string;
  dimension: DailyDimension;
  /** The model, country or category key; `all` for `decisions`. */
  subject: string;
  total: number;
}

/** What cells say of each thing alone, added to what is said of it already; of countries they say nothing. */
export function dailyCountsOf(
  cells: readonly Pick<DecisionCell, 'day' | 'model' | 'choice' | 'total'>[],
  known: readonly DailyCount[] = [],
): DailyCount[] {
  const counts = new Map<string, DailyCount>();
  const add = ({ day, dimension, subject, total }: DailyCount) => {
    const name = `${dimension} ${day} ${subject}`;
    const count = counts.get(name) ?? { day, dimension, subject, total: 0 };
    count.total += total;
    counts.set(name, count);
  };
  for (const count of known) add(count);
  for (const { day, model, choice, total } of cells) {
    if (serviceOf(choice)) continue;
    add({ day, dimension: 'decisions', subject: 'all', total });
    add({ day, dimension: 'model', subject: model, total });
    for (const [subject, said] of decisionsOf(choice)) add({ day, dimension: said, subject, total });
  }
  return [...counts.values()];
}
