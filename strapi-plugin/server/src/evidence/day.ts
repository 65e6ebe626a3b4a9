const DAY = 86_400_000;

/** Mostly the same day is asked for, by every record. */
let last = { number: Number.NaN, day: '' };

/** The UTC day of a moment, as `YYYY-MM-DD`. @throws {RangeError} where it is none. */
export function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / DAY);
  if (number !== last.number) last = { number, day: moment.toISOString().slice(0, 10) };
  return last.day;
}
