import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { makeMissingTables, type OwnTables } from '../database/missing-tables';
import type { Database, DatabaseClient } from '../database/named-lock';
import { failure } from '../database/write-conflicts';
import { getPluginOptions } from '../options';
import { INSTANCE_TASK_UID } from '../uids';

/** The instances that answer visitors on this database: a row each, of the plugin's own, which no transfer carries along. */
const INSTANCES = 'consent_instances';

const INSTANCE_TABLES: OwnTables = {
  lock: 'consent instances',
  last: INSTANCES,
  statements: (type) => [
    `create table ${INSTANCES} (
      id ${type.id} not null primary key,
      seen_at ${type.moment} not null
    ) ${type.table}`,
  ],
};

const EVERY_MINUTE = '* * * * *';

/** Whose row is older, in ms, is gone without a word: it has left out one minute, and clocks may be apart by another. */
const GONE_AFTER = 120_000;

/** How long a server that stops tries to say so, in ms. */
const LEAVES_WITHIN = 1000;

interface Presence {
  id: string;
  /** The last time that it was said. */
  said: Promise<void>;
}

const present = new WeakMap<Core.Strapi, Presence>();

const databaseOf = ({ db }: Core.Strapi): Database => ({
  connection: db.connection,
  client: db.dialect.client as DatabaseClient,
});

/**
 * In the plugin's bootstrap(): has each instance say once a minute that it is there, where each limits requests by itself, in
 * production. With a Redis they count together, and SQLite has one process.
 */
export async function sayInstance(strapi: Core.Strapi): Promise<void> {
  const database = databaseOf(strapi);
  const isProduction = strapi.config.get('environment') === 'production';
  if (!isProduction || database.client === 'sqlite' || getPluginOptions(strapi).recording.redis) return;
  await makeMissingTables(database, INSTANCE_TABLES);
  const presence: Presence = { id: randomUUID(), said: Promise.resolve() };
  present.set(strapi, presence);
  const { httpServer } = strapi.server;
  const task = async (): Promise<void> => {
    // Strapi's commands start it too, and answer nobody.
    if (!httpServer.listening || present.get(strapi) !== presence) return;
    presence.said = say(strapi, presence.id);
    await presence.said;
  };
  httpServer.once('listening', task);
  strapi.cron.add({ [INSTANCE_TASK_UID]: { task, options: { rule: EVERY_MINUTE } } });
}

/** In the plugin's destroy(), before the database closes. */
export async function leaveInstances(strapi: Core.Strapi): Promise<void> {
  const presence = present.get(strapi);
  if (!presence) return;
  present.delete(strapi);
  // Where the database is away, the row is soon too old, and nothing that stops behind this waits for it.
  await Promise.race([leave(strapi, presence), pause(LEAVES_WITHIN, undefined, { ref: false })]);
}

async function leave(strapi: Core.Strapi, { id, said }: Presence): Promise<void> {
  await said;
  await databaseOf(strapi)
    .connection(INSTANCES)
    .where({ id })
    .delete()
    .catch(() => undefined);
}

/**
 * Whether others limit requests beside this instance, each by itself: known a minute after they have started. Where nobody can say, it
 * is not claimed.
 */
export async function isOneOfSeveral(strapi: Core.Strapi): Promise<boolean> {
  if (!present.has(strapi)) return false;
  const { connection } = databaseOf(strapi);
  const alive = await connection(INSTANCES)
    .where('seen_at', '>', Date.now() - GONE_AFTER)
    .limit(2)
    .select('id')
    .catch(() => []);
  return alive.length > 1;
}

async function say(strapi: Core.Strapi, id: string): Promise<void> {
  const { connection } = databaseOf(strapi);
  const now = Date.now();
  try {
    await connection(INSTANCES).insert({ id, seen_at: now }).onConflict('id').merge();
    await connection(INSTANCES)
      .where('seen_at', '<=', now - GONE_AFTER)
      .delete();
  } catch (error) {
    strapi.log.debug(`consent: this instance says again in a minute that it is there: ${failure(error)}`);
  }
}
