import { dayOf } from '../evidence/day';

/** In ms. */
export const DAY = 86_400_000;

/** So many days are told one by one; beyond it is told by months. */
const BY_DAYS = 92;

/** The longest span, in days: what is told of more would be nothing but a bill. */
export const LONGEST = 3660;

export interface Span {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  grain: 'day' | 'month';
}

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** A span as it is told: by days, or by whole months. What is no day stays as it is. */
export function spanOf(from: string, to: string): Span {
  const isLong = daysBetween(from, to) > BY_DAYS;
  if (!isLong) return { from, to, grain: 'day' };
  const end = new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5, 7)), 0));
  return { from: `${from.slice(0, 7)}-01`, to: dayOf(end), grain: 'month' };
}

/** Its days, or its months as `YYYY-MM`, the oldest first. */
export function datesOf({ from, to, grain }: Span): string[] {
  const days = Array.from({ length: daysBetween(from, to) }, (_, i) =>
    dayOf(new Date(Date.parse(from) + i * DAY)),
  );
  return grain === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}
