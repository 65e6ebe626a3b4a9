import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Core } from '@strapi/strapi';

/** Written out, because the plugin is built as one file and a thread begins with one of its own. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const database = new Database(workerData.filename, workerData.options);
parentPort.on('message', (statement) => {
  if (statement === null) {
    database.close();
    return parentPort.close();
  }
  try {
    const { changes } = database.prepare(statement.sql).run(statement.bindings);
    parentPort.postMessage({ changes });
  } catch (error) {
    parentPort.postMessage({ code: error.code, message: error.message });
  }
});
parentPort.postMessage('open');`;

/** It holds a statement and a number. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/** SQLite on a thread of its own. */
export interface SqliteThread {
  /** Runs one statement; answers how many rows it changed. */
  run(sql: string, bindings: readonly (string | number)[]): Promise<number>;
  close(): Promise<void>;
}

/** As the app's `config/database` has them. */
interface Settings {
  filename: string;
  options?: { nativeBinding?: string; readonly?: boolean };
}

type Answer = { changes: number } | { code: string; message: string };

/**
 * Opens the app's SQLite file a second time, on a thread: `better-sqlite3` stops the event loop for as long as a
 * statement takes, its wait for the disk included, and with it every visitor. SQLite lets one connection write at a
 * time, so the app's only one is held, idle, while the thread writes; whoever needs the database waits in its queue.
 *
 * @returns null on another database, where the app has more connections than that one, and where no thread can open
 * the file.
 */
export async function openSqliteThread(strapi: Core.Strapi): Promise<SqliteThread | null> {
  const { client } = strapi.db.connection;
  const driver = strapi.db.dialect.client === 'sqlite' ? driverPath(strapi) : null;
  if (!driver || client.pool?.max !== 1) return null;
  const { filename, options } = client.connectionSettings as Settings;
  // What the query builder reads of them, and no more: a function among the others could not be given to a thread.
  const { nativeBinding, readonly = false } = options ?? {};
  const workerData = { driver, filename, options: { nativeBinding, readonly } };
  const worker = new Worker(THREAD, { eval: true, workerData, resourceLimits: LIMITS });
  // A thread that is gone answers nothing: whoever waits, or comes later, must not hold the connection for ever.
  const gone = new AbortController();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error) => gone.abort(error));
  worker.once('exit', () => gone.abort(new Error('consent: the thread of the purge has ended.')));
  worker.unref();
  try {
    await once(worker, 'message');
  } catch {
    return null;
  }
  return {
    run: (sql, bindings) =>
      strapi.db.connection.transaction(() => answerOf(worker, gone.signal, { sql, bindings })),
    close() {
      worker.postMessage(null);
      return ended;
    },
  };
}

/** @throws the driver's error, or the thread's own where it ended. */
async function answerOf(worker: Worker, signal: AbortSignal, statement: object): Promise<number> {
  const said = once(worker, 'message', { signal }) as Promise<[Answer]>;
  worker.postMessage(statement);
  const [answer] = await said;
  if ('changes' in answer) return answer.changes;
  throw Object.assign(new Error(answer.message), { code: answer.code });
}

/** Where the driver that is in use was loaded from: nobody but the query builder knows, and it has loaded it. */
function driverPath(strapi: Core.Strapi): string | null {
  const { cache } = createRequire(join(strapi.dirs.app.root, 'package.json'));
  return Object.keys(cache).find((path) => /better-sqlite3[\\/]lib[\\/]index\.js$/.test(path)) ?? null;
}
