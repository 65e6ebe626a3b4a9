import type { Database } from './named-lock';
import type { Query, Transaction } from './table';
import { retryingConflicts } from './write-conflicts';

/** All of it or nothing, on a connection of its own: never a part of a transaction that is open around the caller. */
export const inTransaction = <T>(
  { connection }: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> => retryingConflicts(() => connection.transaction(work) as Promise<T>);

/** The value that an INSERT wanted to write, in what it does instead where there is a row. */
export const wanted = ({ client }: Database): string => (client === 'mysql' ? 'values(??)' : 'excluded.??');

/** Rows of one statement: SQLite takes 500 that are inserted at once. */
const AT_ONCE = 400;

/** The rows in as many parts as there have to be statements. */
export function inParts<Row>(all: readonly Row[], atOnce = AT_ONCE): Row[][] {
  const count = Math.ceil(all.length / atOnce);
  return Array.from({ length: count }, (_, i) => all.slice(i * atOnce, (i + 1) * atOnce));
}

/**
 * Rows as one INSERT takes them. PostgreSQL gets them as one JSON value: a parameter for each field of each row costs it, and
 * this process, more than all else about them.
 */
export function inserted(
  { client }: Database,
  trx: Transaction,
  table: string,
  all: readonly object[],
): Readonly<Record<string, unknown>>[] {
  if (client !== 'postgres' || all.length === 0) return all as Record<string, unknown>[];
  const columns = Object.keys(all[0] as object);
  const names = columns.map(() => '??').join(', ');
  const rows = trx.raw(`(${names}) select ${names} from json_populate_recordset(null::??, ?)`, [
    ...columns,
    ...columns,
    table,
    JSON.stringify(all),
  ]);
  // Knex writes it behind the name of the table, and its types have no place for that.
  return rows as unknown as Record<string, unknown>[];
}

/**
 * What adds to the totals of rows, and enters those that are not there yet.
 *
 * @param all no key twice, and in its order, so that two writers cannot deadlock
 */
export function additions(
  database: Database,
  trx: Transaction,
  table: string,
  key: readonly string[],
  all: readonly (object & { total: number })[],
): Query[] {
  const total = trx.raw(`??.?? + ${wanted(database)}`, [table, 'total', 'total']);
  return inParts(all).map((part) =>
    trx(table)
      .insert(inserted(database, trx, table, part))
      .onConflict([...key])
      .merge({ total }),
  );
}

/** One after the other, in this order. */
export async function inTurn(queries: readonly Query[]): Promise<void> {
  for (const query of queries) await query;
}

/**
 * All of them as one statement, and so in a transaction of its own: the database is waited for once. PostgreSQL alone has it.
 *
 * @param queries that write, and need nothing of each other's. They run in this order: of those that nothing refers to PostgreSQL begins
 *   with the last (its documentation leaves that open).
 */
export async function atOnce({ connection }: Database, queries: readonly Query[]): Promise<void> {
  const statement = connection.queryBuilder();
  for (const [at, query] of queries.toReversed().entries()) statement.with(`write_${at}`, query);
  await statement.select(connection.raw('1'));
}

/** What a query answers: Knex cannot know what a table holds. */
export const rows = async <Row>(query: Query): Promise<Row[]> => (await query) as unknown as Row[];
