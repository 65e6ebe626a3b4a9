import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { build } from 'tsdown';
import { type AppOptions, writeApp } from './app';
import type { TestDatabase } from './databases';

/** A Strapi in a process of its own, that can be killed. */
export interface Instance {
  url: string;
  http: ReturnType<typeof request>;
  run<Result>(task: 'purge' | 'memory', args?: object): Promise<Result>;
  /** Without a chance to finish anything (SIGKILL). */
  kill(): Promise<void>;
  /** As a deployment does it (SIGTERM). */
  stop(): Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The plugin as one CommonJS file below `node_modules`, so that its dependencies are found from there. */
export async function bundlePlugin(): Promise<string> {
  const outDir = here(`../../node_modules/.consent-test-${process.pid}`);
  await build({
    config: false,
    entry: { plugin: here('./instance-entry.ts') },
    outDir,
    format: 'cjs',
    platform: 'node',
    dts: false,
    logLevel: 'error',
    alias: {
      '@permesso/consent-core/schema': here('../../../core/src/schema.ts'),
      '@permesso/consent-core/legal': here('../../../core/src/legal.ts'),
      '@permesso/consent-core': here('../../../core/src/index.ts'),
    },
    deps: { neverBundle: [/^(?!\.|\/|@permesso)/] },
    outExtensions: () => ({ js: '.cjs' }),
  });
  return join(outDir, 'plugin.cjs');
}

export const removeBundle = (bundle: string) => rm(join(bundle, '..'), { recursive: true, force: true });

/** Starts a Strapi on this database, in a process of its own. */
export async function startInstance(
  bundle: string,
  database: TestDatabase,
  options: AppOptions = {},
): Promise<Instance> {
  const dir = await writeApp(database, options);
  const child = fork(here('./instance-process.cjs'), [dir, bundle], {
    env: { ...process.env, NODE_ENV: options.environment ?? 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await answer<{ port: number }>(child);
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill(signal);
    await gone;
    await rm(dir, { recursive: true, force: true });
  };
  let tasks = 0;
  return {
    url,
    http: request(url),
    async run<Result>(task: 'purge' | 'memory', args: object = {}) {
      tasks += 1;
      const id = tasks;
      child.send({ id, task, args });
      const { result, error } = await answer<{ result: Result; error?: string }>(child, id);
      if (error) throw new Error(error);
      return result;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** The child's next message, or the one with this id. */
function answer<Message>(child: ChildProcess, id?: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      child.off('message', onMessage).off('exit', onExit);
      settle();
    };
    const onMessage = (message: { id?: number }) => {
      if (id === undefined || message.id === id) done(() => resolve(message as Message));
    };
    const onExit = (code: number | null) => done(() => reject(new Error(`Strapi ended with code ${code}`)));
    child.on('message', onMessage).on('exit', onExit);
  });
}
