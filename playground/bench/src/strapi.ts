/** The Strapi app that is measured, in a process of its own, on a database of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../run/ports.ts';
import type { DatabaseKind } from './databases.ts';

export { freePort } from '../../run/ports.ts';

const APP = path.resolve(import.meta.dirname, '../app');

export interface RunningStrapi {
  url: string;
  /** Has the server do one of the duties of `app/duties.js`. */
  ask<Result>(duty: string, input?: unknown): Promise<Result>;
  /** Stands still while another one is measured, and goes on. */
  sleep(): void;
  wake(): void;
}

/** Starts the app on a new database of that kind for as long as `use` runs; drops the database whatever happens. */
export async function withStrapi<Result>(
  kind: DatabaseKind,
  use: (strapi: RunningStrapi) => Promise<Result>,
  variables: Record<string, string> = {},
): Promise<Result> {
  const database = await kind.create();
  const dropAndEnd = () => void database.drop().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, dropAndEnd);
  try {
    const strapi = await start(database.connection, variables);
    try {
      return await use(strapi);
    } finally {
      await strapi.stop();
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, dropAndEnd);
    await database.drop();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** How long requests may take that nobody waits for any more, in milliseconds. */
const UNDER_WAY = 2000;

async function start(
  connection: object,
  variables: Record<string, string>,
): Promise<RunningStrapi & { stop(): Promise<void> }> {
  const port = await freePort();
  const child = fork(path.join(APP, 'serve.js'), {
    cwd: APP,
    // To see memory without garbage.
    execArgv: ['--expose-gc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATABASE_CONNECTION: JSON.stringify(connection),
      ...variables,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await ready(child);
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (duty, input) => ask(child, duty, input),
    sleep: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGCONT');
      // What the load has left under way ends before its connections do.
      await pause(UNDER_WAY);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

interface Answer<Result> {
  duty?: string;
  result?: Result;
  error?: string;
}

function ask<Result>(child: ChildProcess, duty: string, input: unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${duty}: the benchmark's Strapi ended`));
    const hear = (answer: Answer<Result>) => {
      if (answer.duty !== duty) return;
      child.off('message', hear).off('exit', ended);
      if (answer.error) reject(new Error(`${duty}: ${answer.error}`));
      else resolve(answer.result as Result);
    };
    child.on('message', hear).once('exit', ended);
    child.send({ duty, input });
  });
}

/** Strapi sends messages of its own to a parent process: waits for ours. */
async function ready(child: ChildProcess): Promise<void> {
  const said = new Promise<void>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve());
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the benchmark's Strapi ended with code ${code} before it was ready`);
  });
  await Promise.race([said, ended]);
  ended.catch(() => {});
}

/** What the duty `people` answers. */
export interface People {
  admin: { email: string; password: string };
  jwt: string;
  user: string;
}

/** The token of the administrator. */
export async function signIn({ url }: RunningStrapi, { admin }: People): Promise<string> {
  const login = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return data.token;
}

/**
 * The memory that the server keeps, in bytes, every so many seconds until `end`. To see it, garbage is collected, which holds
 * everybody up for a moment: choose them so that it is none of the one per cent of requests that a p99 is about.
 */
export async function memoryOver(
  strapi: RunningStrapi,
  end: Promise<unknown>,
  seconds: number,
): Promise<number[]> {
  const found: number[] = [];
  const over = end.then(
    () => true,
    () => true,
  );
  const later = () => pause(seconds * 1000, false, { ref: false });
  while (!(await Promise.race([over, later()]))) found.push(await strapi.ask<number>('memory'));
  return found;
}
