import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import { type DatabaseClient, type Release, tryNamedLock } from './named-lock';
import { failure } from './write-conflicts';

/** How long a start waits for others, in ms: one that hangs must not hold up every other for ever. */
const PATIENCE = 60_000;

/** How often it asks whether its turn has come, and whether Strapi has started, in ms. */
const ASK_EVERY = 100;

interface Turn {
  /** The database has none of the plugin's tables yet. */
  first: boolean;
  end: Release;
}

const turns = new WeakMap<Core.Strapi, Turn>();

/**
 * In register(), before Strapi looks at the database: one start at a time. Strapi looks which tables, roles and
 * permissions there are and then makes what is missing, so of two starts on an empty database one fails on what the
 * other has just made. SQLite has one process.
 */
export async function lockStart(strapi: Core.Strapi): Promise<void> {
  try {
    const turn = await waitForTurn(strapi);
    if (turn) turns.set(strapi, turn);
  } catch (error) {
    // Where the database is away Strapi's own error says so in a moment.
    strapi.log.debug(`consent: starts are not locked: ${failure(error)}`);
  }
}

/**
 * At the end of bootstrap(): the next start may go on. A first one goes on to make the roles and their permissions, and
 * whatever the app itself adds, so it holds the lock until Strapi has started.
 */
export async function unlockStart(strapi: Core.Strapi): Promise<void> {
  const turn = turns.get(strapi);
  if (!turn) return;
  if (turn.first) void endOnceLoaded(strapi, turn);
  else await endStart(strapi);
}

/** In destroy(), too: a start may have failed half-way. */
export async function endStart(strapi: Core.Strapi): Promise<void> {
  const turn = turns.get(strapi);
  turns.delete(strapi);
  await turn?.end();
}

async function endOnceLoaded(strapi: Core.Strapi, turn: Turn): Promise<void> {
  // Strapi announces nothing when it has started, and a command starts it without a server that would listen.
  while (!strapi.isLoaded && turns.get(strapi) === turn) await pause(ASK_EVERY, undefined, { ref: false });
  await endStart(strapi);
}

/** Null where others took too long: the start then goes on beside them, as it would without a lock. */
async function waitForTurn(strapi: Core.Strapi): Promise<Turn | null> {
  const database = { connection: strapi.db.connection, client: strapi.db.dialect.client as DatabaseClient };
  const deadline = performance.now() + PATIENCE;
  for (let asked = 0; ; asked += 1) {
    const end = await tryNamedLock(database, 'consent start');
    if (end) return { first: await isFirst(strapi), end };
    if (performance.now() > deadline) break;
    if (asked === 0)
      strapi.log.info('consent: another instance is starting on this database; this one waits');
    await pause(ASK_EVERY);
  }
  strapi.log.warn(
    `consent: another start on this database takes over ${PATIENCE / 1000} s; this one goes on`,
  );
  return null;
}

const isFirst = async (strapi: Core.Strapi): Promise<boolean> =>
  !(await strapi.db
    .getSchemaConnection()
    .hasTable(strapi.contentType(UIDS.setting).collectionName as string));
