import { findProgram } from './programs.ts';

/** By which an owner saves a database and brings it back, as the documentation has it. */
export const DATABASE_CLIENTS = {
  SQLite: ['sqlite3'],
  PostgreSQL: ['pg_dump', 'pg_restore', 'psql'],
  MariaDB: ['mariadb-dump', 'mariadb'],
} as const;

/** Which of them this machine lacks. */
export const missingClients = (names: readonly string[] = Object.values(DATABASE_CLIENTS).flat()): string[] =>
  names.filter((name) => !findProgram(name));
