import type { Database } from '../../server/src/database/named-lock';

/** A statement as it is sent to the database. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements that read or delete rows of a table, out of all that some act sends. */
export async function statementsOn(
  table: string,
  { connection }: Pick<Database, 'connection'>,
  act: () => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const named = new RegExp(`^(select|delete)\\b.*[\`"]${table}[\`"]`, 's');
  const note = ({ sql, bindings }: Statement) => {
    if (named.test(sql)) sent.push({ sql, bindings });
  };
  connection.on('query', note);
  try {
    await act();
  } finally {
    connection.removeListener('query', note);
  }
  return sent;
}

/** Lets the planner know what the table holds now. */
export async function analyse(table: string, { connection, client }: Database): Promise<void> {
  if (client === 'postgres') {
    // `vacuum` takes for visible to all only what is on disk, and here commits do not wait for that.
    await connection.raw('checkpoint');
    await connection.raw(`vacuum analyze ${table}`);
  }
  if (client === 'mysql') await connection.raw(`analyze table ${table}`);
}

/** What of a statement's plan reads the whole table, or puts rows in an order that no index has. */
export async function costlySteps(
  table: string,
  database: Database,
  statement: Statement,
): Promise<string[]> {
  const { client } = database;
  if (client === 'postgres')
    return postgresSteps(table, await explain(database, 'explain (format json)', statement));
  if (client === 'mysql') return mariadbSteps(table, await explain(database, 'explain', statement));
  return sqliteSteps(table, await explain(database, 'explain query plan', statement));
}

const PREFER_INDEXES = 'set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off';

/** On a connection of the driver's own, as Knex has put the statement into its dialect already. */
async function explain(database: Database, how: string, { sql, bindings }: Statement): Promise<unknown[]> {
  const { client } = database.connection;
  const connection = await client.acquireConnection();
  try {
    // A partition of a few rows is quickest read whole: asked is whether there is an index that would do.
    if (database.client === 'postgres') await client._query(connection, { sql: PREFER_INDEXES });
    const answer = await client._query(connection, { sql: `${how} ${sql}`, bindings, options: {} });
    if (database.client === 'mysql') return answer.response[0];
    return answer.response.rows ?? answer.response;
  } finally {
    if (database.client === 'postgres') await client._query(connection, { sql: 'reset all' });
    await client.releaseConnection(connection);
  }
}

interface PostgresPlan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PostgresPlan[];
}

function postgresSteps(table: string, rows: unknown[]): string[] {
  const [row] = rows as { 'QUERY PLAN': { Plan: PostgresPlan }[] }[];
  const steps = (plan: PostgresPlan): PostgresPlan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return (row?.['QUERY PLAN'] ?? [])
    .flatMap(({ Plan }) => steps(Plan))
    .filter((step) =>
      step['Node Type'] === 'Seq Scan'
        ? step['Relation Name']?.startsWith(table)
        : step['Node Type'] === 'Sort',
    )
    .map((step) => step['Node Type']);
}

function mariadbSteps(table: string, rows: unknown[]): string[] {
  return (rows as { table: string | null; type: string | null; Extra: string | null }[])
    .filter((step) => step.table === table)
    .filter(({ type, Extra }) => type === 'ALL' || /filesort/.test(Extra ?? ''))
    .map(({ type, Extra }) => `${type} ${Extra}`);
}

function sqliteSteps(table: string, rows: unknown[]): string[] {
  const costly = new RegExp(`^SCAN ${table}(?! USING)|USE TEMP B-TREE FOR ORDER BY`);
  return (rows as { detail: string }[]).map(({ detail }) => detail).filter((detail) => costly.test(detail));
}
