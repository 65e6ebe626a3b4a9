/** A moment as whichever database gives it: SQLite holds milliseconds, the others give a `Date`. */
export const moment = (value: unknown): Date =>
  value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value));
