/** The Strapi app that is measured, in a process of its own, on a fresh SQLite file. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const APP = path.resolve(import.meta.dirname, '../app');

export interface RunningStrapi {
  url: string;
  /** The database file. */
  filename: string;
  /** Has the server do one of the duties of `app/duties.js`. */
  ask<Result>(duty: string, input?: unknown): Promise<Result>;
  stop(): Promise<void>;
}

export async function startStrapi(filename?: string): Promise<RunningStrapi> {
  const folder = filename ? null : await mkdtemp(path.join(tmpdir(), 'permesso-bench-'));
  const database = filename ?? path.join(folder!, 'data.db');
  const port = await freePort();
  const child = fork(path.join(APP, 'serve.js'), {
    cwd: APP,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATABASE_FILENAME: database,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await ready(child);
  return {
    url: `http://127.0.0.1:${port}`,
    filename: database,
    ask: (duty, input) => ask(child, duty, input),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      if (folder) await rm(folder, { recursive: true, force: true });
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
    const hear = (answer: Answer<Result>) => {
      if (answer.duty !== duty) return;
      child.off('message', hear);
      if (answer.error) reject(new Error(`${duty}: ${answer.error}`));
      else resolve(answer.result as Result);
    };
    child.on('message', hear);
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('no port could be opened on 127.0.0.1');
  server.close();
  return address.port;
}
