import type { App } from './app';

/** A statement as it is sent to the database. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements that read or delete rows of a table, out of all that some act sends. */
export async function statementsOn(
  table: string,
  { strapi }: App,
  act: () => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const db = strapi.db.connection;
  const named = new RegExp(`^(select|delete)\\b.*[\`"]${table}[\`"]`, 's');
  const note = ({ sql, bindings }: Statement) => {
    if (named.test(sql)) sent.push({ sql, bindings });
  };
  db.on('query', note);
  try {
    await act();
  } finally {
    db.removeListener('query', note);
  }
  return sent;
}

/** Lets the planner know what the table holds now. */
export async function analyse(table: string, { strapi }: App): Promise<void> {
  const { client } = strapi.db.dialect;
  if (client === 'postgres') {
    // `vacuum` takes for visible to all only what is on disk, and here commits do not wait for that.
    await strapi.db.connection.raw('checkpoint');
    await strapi.db.connection.raw(`vacuum analyze ${table}`);
  }
  if (client === 'mysql') await strapi.db.connection.raw(`analyze table ${table}`);
}

/** What of a statement's plan reads the whole table, or puts rows in an order that no index has. */
export async function costlySteps(table: string, app: App, statement: Statement): Promise<string[]> {
  const { client } = app.strapi.db.dialect;
  if (client === 'postgres')
    return postgresSteps(table, await explain(app, 'explain (format json)', statement));
  if (client === 'mysql') return mariadbSteps(table, await explain(app, 'explain', statement));
  return sqliteSteps(table, await explain(app, 'explain query plan', statement));
}

/** On a connection of the driver's own, as Knex has put the statement into its dialect already. */
async function explain(app: App, how: string, { sql, bindings }: Statement): Promise<unknown[]> {
  const { client } = app.strapi.db.connection;
  const connection = await client.acquireConnection();
  try {
    const answer = await client._query(connection, { sql: `${how} ${sql}`, bindings, options: {} });
    if (app.strapi.db.dialect.client === 'mysql') return answer.response[0];
    return answer.response.rows ?? answer.response;
  } finally {
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
      step['Node Type'] === 'Seq Scan' ? step['Relation Name'] === table : step['Node Type'] === 'Sort',
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
