import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire, flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { TABLES } from '../../server/src/evidence/sql/evidence-database';
import server from '../../server/src/index';
import type { ConsentPluginOptions } from '../../server/src/options';
import { isOwnType } from '../../server/src/uids';
import { DATABASES, type DatabaseKind, SQLITE, type TestDatabase } from './databases';
import { databaseWithTables } from './tables';

const require = createRequire(import.meta.url);

export interface AppOptions {
  /** Options of the plugin. */
  options?: ConsentPluginOptions;
  /** `config/server.js` on top of the defaults. */
  server?: Record<string, unknown>;
  /** Whole `config/api.js`. */
  api?: Record<string, unknown>;
  /** Whole `config/middlewares.js`. */
  middlewares?: unknown[];
  /** Environment of the app, as `NODE_ENV` says it; `test` by default. */
  environment?: string;
  /** Other plugins in `config/plugins.js`. */
  plugins?: Record<string, unknown>;
  /** The app's own `src/extensions/consent/strapi-server.js`. */
  extension?: string;
  /** The app's own content types and components: schemas by their paths, such as `src/components/parts/text.json`. */
  schemas?: Record<string, unknown>;
  /** Packages that the app finds by their names: folders of them. */
  packages?: Record<string, string>;
  /** An existing database, for a second instance or a second start. */
  database?: TestDatabase;
}

/** A real Strapi with the plugin in it, on a database of its own. */
export interface App {
  strapi: Core.Strapi;
  http: ReturnType<typeof request>;
  database: TestDatabase;
  /** Ends Strapi; drops the database unless it was given. */
  stop(): Promise<void>;
}

/** Whether this thread has loaded Strapi's three thousand modules. */
let compiled = false;

/** Starts a real Strapi from a plain JavaScript app in a temporary directory. */
export async function startApp(kind: DatabaseKind, options: AppOptions = {}): Promise<App> {
  const database =
    options.database ??
    (await preparedDatabase(kind, Boolean(options.extension || options.plugins || options.schemas)));
  const dir = await writeApp(database, options);
  const { createStrapi } = require('@strapi/strapi') as typeof import('@strapi/strapi');
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = options.environment ?? 'test';
  let strapi: Core.Strapi;
  try {
    strapi = await createStrapi({ appDir: dir, distDir: dir }).load();
  } catch (error) {
    if (!options.database) await database.drop();
    await removeApp(dir);
    throw error;
  } finally {
    process.env.NODE_ENV = environment;
  }
  if (!compiled) {
    // For the other thread, and for the next run.
    flushCompileCache();
    compiled = true;
  }
  strapi.server.mount();
  let stopped = false;
  return {
    strapi,
    http: request(strapi.server.httpServer),
    database,
    async stop() {
      if (stopped) return;
      stopped = true;
      await destroyQuietly(strapi);
      if (!options.database) await database.drop();
      await removeApp(dir);
    },
  };
}

/** Tries again where something of the app still writes into its folder. */
const removeApp = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 5 });

/**
 * The database of an app that was never started: Strapi's tables, its own rows, none of the plugin's. For a test that
 * starts several apps on it.
 *
 * @param altered where one of them has other tables, so that no later test gets it.
 */
export const preparedDatabase = (kind: DatabaseKind, altered = false): Promise<TestDatabase> =>
  databaseWithTables(kind, prepareTables, altered);

/** Has an app listen on a port, as others ask; answers with its address. */
export async function listening({ strapi }: App): Promise<string> {
  const { httpServer } = strapi.server;
  // Closing an idle connection would cross a next request where a busy machine holds up both ends, which are one process.
  httpServer.keepAliveTimeout = 0;
  if (!httpServer.listening) await new Promise<void>((done) => httpServer.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
}

/** Leaves what a Strapi has that was there before the plugin: its own rows, and the plugin's tables without any. */
async function prepareTables(kind: DatabaseKind, database: TestDatabase): Promise<void> {
  const { strapi, stop } = await startApp(kind, { database, options: { seed: false } });
  try {
    for (const { uid, tableName } of strapi.db.metadata.values()) {
      if (isOwnType(uid)) await strapi.db.connection(tableName).delete();
    }
    const { migrations: _, ...evidence } = TABLES;
    // On SQLite they are in a file of their own, which is not copied.
    for (const table of kind === SQLITE ? [] : Object.values(evidence)) {
      await strapi.db.connection(table).delete();
    }
    const kept = strapi.db.query('strapi::core-store');
    await kept.deleteMany({ where: { key: { $startsWith: 'plugin_consent' } } });
  } finally {
    await stop();
  }
}

/**
 * Strapi takes every listener off the process when it ends, the test runner's own included; here it takes off only
 * those for signals, which are its own.
 */
async function destroyQuietly(strapi: Core.Strapi): Promise<void> {
  const { removeAllListeners } = process;
  process.removeAllListeners = () => {
    removeAllListeners.call(process, 'SIGINT');
    return removeAllListeners.call(process, 'SIGTERM');
  };
  try {
    await quiet(strapi);
    forgetHooks(strapi);
    await strapi.destroy();
  } finally {
    process.removeAllListeners = removeAllListeners;
  }
}

/** What Strapi's `createHook` makes. */
interface Hook {
  getHandlers(): readonly unknown[];
  register(handler: unknown): void;
  /** Takes off every handler that is the same. */
  delete(handler: unknown): void;
}

/**
 * Leaves each handler once in the hooks that Strapi keeps for the whole process: i18n hangs the same ones in at every
 * start, and nobody takes them off. They run for each permission of each request, so that after a hundred starts an
 * answer would take ten times as long.
 */
function forgetHooks(strapi: Core.Strapi): void {
  const { actionProvider, engine } = strapi.service('admin::permission');
  const { hooks } = strapi.service('admin::role');
  for (const hook of [actionProvider.hooks, engine.hooks, hooks].flatMap((one) => Object.values<Hook>(one))) {
    const handlers = new Set(hook.getHandlers());
    for (const handler of handlers) {
      hook.delete(handler);
      hook.register(handler);
    }
  }
}

/**
 * Waits until the database is asked nothing more. For its own events Strapi reads each new document once again and
 * nobody waits for that; without a connection it would fail a minute later, in the middle of another test.
 */
async function quiet(strapi: Core.Strapi): Promise<void> {
  const { pool } = strapi.db.connection.client;
  const deadline = Date.now() + 5_000;
  for (let still = 0; still < 3 && Date.now() < deadline; ) {
    await delay(10);
    still = pool.numUsed() + pool.numPendingAcquires() ? 0 : still + 1;
  }
}

/** Writes the app of a Strapi that is about to start; answers with its directory. */
export async function writeApp(database: TestDatabase, options: AppOptions): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'consent-app-'));
  const plugin = join(dir, 'consent');
  await mkdir(join(dir, 'public', 'uploads'), { recursive: true });
  await mkdir(join(dir, 'src', 'api'), { recursive: true });
  await mkdir(join(dir, 'config'), { recursive: true });
  await mkdir(plugin);
  const secret = () => randomBytes(16).toString('base64');
  const usersPermissions = require.resolve('@strapi/plugin-users-permissions/package.json');
  const config: Record<string, unknown> = {
    admin: {
      auth: { secret: secret() },
      apiToken: { salt: secret() },
      transfer: { token: { salt: secret() } },
      secrets: { encryptionKey: secret() },
      serveAdminPanel: false,
    },
    api: options.api ?? {},
    database: { connection: database.connection },
    middlewares: options.middlewares ?? DEFAULT_MIDDLEWARES,
    plugins: {
      consent: { enabled: true, resolve: plugin, config: withoutTimers(options.options) },
      'users-permissions': { enabled: true, resolve: usersPermissions, config: { jwtSecret: secret() } },
      ...options.plugins,
    },
    server: {
      host: '127.0.0.1',
      port: 0,
      app: { keys: [secret(), secret()] },
      // Nor asks npm for a newer Strapi, whose answer would be written into a folder that is gone.
      logger: { config: { level: 'error' }, updates: { enabled: false } },
      ...options.server,
    },
  };
  for (const [name, value] of Object.entries(config)) {
    await writeFile(join(dir, 'config', `${name}.js`), `module.exports = ${JSON.stringify(value)};\n`);
  }
  const strapiKind = { kind: 'plugin', name: 'consent', displayName: 'Consent' };
  const manifest = { name: '@permesso/plugin-consent', version: '0.0.0', strapi: strapiKind };
  await writeFile(join(plugin, 'package.json'), JSON.stringify(manifest));
  // The plugin's sources, as the test runner has them: no build, and breakpoints where they are set.
  (globalThis as Record<string, unknown>)[PLUGIN_UNDER_TEST] = () => freshPlugin();
  await writeFile(
    join(plugin, 'strapi-server.js'),
    `module.exports = globalThis[${JSON.stringify(PLUGIN_UNDER_TEST)}]();\n`,
  );
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'consent-test-app', version: '0.0.0' }));
  await writeFile(join(dir, 'src', 'index.js'), 'module.exports = {};\n');
  for (const [name, folder] of Object.entries(options.packages ?? {})) {
    const link = join(dir, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(folder, link);
  }
  for (const [path, schema] of Object.entries(options.schemas ?? {})) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), JSON.stringify(schema));
  }
  if (options.extension) {
    const extensions = join(dir, 'src', 'extensions', 'consent');
    await mkdir(extensions, { recursive: true });
    await writeFile(join(extensions, 'strapi-server.js'), options.extension);
  }
  return dir;
}

/** Tests seal when they want to: nothing else may ask the database in the middle of them. */
const withoutTimers = (options: ConsentPluginOptions = {}): ConsentPluginOptions => ({
  ...options,
  jobs: { seal: false, embeds: false, ...options.jobs },
});

const PLUGIN_UNDER_TEST = '__consentPluginUnderTest';

/** Strapi writes into the schemas it is given, so each instance gets its own. */
function freshPlugin() {
  return { ...server, contentTypes: structuredClone(server.contentTypes) };
}

/** `config/middlewares.js` where a test does not give its own. */
export const DEFAULT_MIDDLEWARES = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

/**
 * Starts an app, on a database of its own unless one is given. It is stopped after the test, or when the test starts
 * the next one, as Strapi is one in a process; the databases are dropped after the test.
 */
export type StartApp = (options?: AppOptions) => Promise<App>;

/** Takes the tests of a group that need its app and what stands before them, and are the same whatever the database. */
export type OnSqliteOnly = (tests: () => void) => void;

/**
 * The same tests on SQLite, PostgreSQL and MariaDB, each with one running app: for what a database may do in its own
 * way (SQL, types, collations, locks, transactions). A database that cannot be reached is skipped with its reason in
 * the title.
 */
export function onEachDatabase(
  title: string,
  options: AppOptions,
  tests: (app: () => App, onSqliteOnly: OnSqliteOnly) => void,
): void {
  forEachDatabase(DATABASES, title, (kind) => {
    const onSqliteOnly: OnSqliteOnly = (some) => {
      if (kind === SQLITE) some();
    };
    withRunningApp(kind, options, (app) => tests(app, onSqliteOnly));
  });
}

/** Tests with one running app on SQLite: for everything that is the same whatever the database. */
export function onSqlite(title: string, options: AppOptions, tests: (app: () => App) => void): void {
  forEachDatabase([SQLITE], title, (kind) => withRunningApp(kind, options, tests));
}

/** The same tests on SQLite, PostgreSQL and MariaDB, each of which starts the apps that it needs. */
export function withEachDatabase(title: string, tests: (start: StartApp, kind: DatabaseKind) => void): void {
  withDatabases(DATABASES, title, tests);
}

/** The same on some of them. */
export function withDatabases(
  kinds: readonly DatabaseKind[],
  title: string,
  tests: (start: StartApp, kind: DatabaseKind) => void,
): void {
  forEachDatabase(kinds, title, (kind) => withOwnApps(kind, tests));
}

/** Tests on SQLite, each of which starts the app that it needs: for what options do. */
export function withSqlite(title: string, tests: (start: StartApp, kind: DatabaseKind) => void): void {
  forEachDatabase([SQLITE], title, (kind) => withOwnApps(kind, tests));
}

function withRunningApp(kind: DatabaseKind, options: AppOptions, tests: (app: () => App) => void): void {
  let app: App | undefined;
  beforeAll(async () => {
    app = await startApp(kind, options);
  });
  afterAll(() => app?.stop());
  tests(() => app as App);
}

function withOwnApps(kind: DatabaseKind, tests: (start: StartApp, kind: DatabaseKind) => void): void {
  let app: App | undefined;
  const given = new Set<TestDatabase>();
  afterEach(async () => {
    await app?.stop();
    app = undefined;
    for (const database of given) await database.drop();
    given.clear();
  });
  tests(async (options) => {
    await app?.stop();
    app = undefined;
    if (options?.database) given.add(options.database);
    app = await startApp(kind, options);
    return app;
  }, kind);
}

function forEachDatabase(
  kinds: readonly DatabaseKind[],
  title: string,
  tests: (kind: DatabaseKind) => void,
): void {
  for (const kind of kinds) {
    describe.skipIf(kind.missing)(`${title} (${kind.missing ?? kind.name})`, () => tests(kind));
  }
}
