import { setTimeout as pause } from 'node:timers/promises';

/** Two writers were in each other's way: PostgreSQL, MySQL and MariaDB, SQLite. */
const CONFLICTS = new Set([
  '40P01',
  '40001',
  '55P03',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
]);

/** The value itself was refused: SQLSTATE classes 22 and 23, SQLite's constraints. */
const REFUSED =
  /^(22|23)...$|^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)|^ER_(TRUNCATED|DATA|BAD_NULL|DUP|INVALID|WARN)/;

/** What a driver says beside the message, or an empty text. */
export function property(error: unknown, name: 'code' | 'sqlState'): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}

/** Trying again is right: the write lost against another writer, and nothing of it was kept. */
export function isWriteConflict(error: unknown): boolean {
  return CONFLICTS.has(property(error, 'code'));
}

/** One row of the write was refused for what it holds; other rows may well be stored. */
export function isRefusedValue(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    REFUSED.test(property(error, 'code')) ||
    REFUSED.test(property(error, 'sqlState'))
  );
}

/** Another row has this value already, and an index keeps it to one. */
export function isDuplicate(error: unknown): boolean {
  const codes = ['23505', 'ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];
  return codes.includes(property(error, 'code'));
}

/** What MySQL and MariaDB say of a table, an index and a column that is there already. */
export function isMadeAlready(error: unknown): boolean {
  return ['ER_TABLE_EXISTS_ERROR', 'ER_DUP_KEYNAME', 'ER_DUP_FIELDNAME'].includes(property(error, 'code'));
}

/** What went wrong, for a log: without the statement, which holds the record and with it a person's choices. */
export function failure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const reason = error.message.slice(error.message.lastIndexOf(' - ') + 3);
  const code = property(error, 'code') || error.name;
  return error.message.includes(' - ') ? `${code}: ${reason}` : `${code}: ${error.message}`;
}

/** Runs `write` again after a conflict, at most five times, a little later each time. */
export async function retryingConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === 5 || !isWriteConflict(error)) throw error;
      await pause(attempt * 10 * (0.5 + Math.random()));
    }
  }
}
