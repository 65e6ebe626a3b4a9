import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { type AppOptions, writeApp } from './app';
import { bundlePlugin } from './bundle';
import type { TestDatabase } from './databases';

/** A Strapi in a process of its own, that can be killed. */
export interface Instance {
  url: string;
  http: ReturnType<typeof request>;
  run<Result>(task: Task, args?: object): Promise<Result>;
  /** Resolves when Strapi, in developer mode, has asked to be started anew because of `change`, and was, in the same project. */
  reloadedBy(change: () => PromiseLike<unknown>): Promise<Instance>;
  /** Without a chance to finish anything (SIGKILL). */
  kill(): Promise<void>;
  /** As a deployment does it (SIGTERM). */
  stop(): Promise<void>;
}

/** What it can be asked for beside HTTP; see `instance-process.cjs`. */
type Task = 'purge' | 'pass';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Starts a Strapi on this database, in a process of its own. */
export async function startInstance(database: TestDatabase, options: AppOptions = {}): Promise<Instance> {
  return instanceOf(await launch(database, options), options);
}

async function instanceOf({ child, dir }: Launched, options: AppOptions): Promise<Instance> {
  const { port } = await answer<{ port: number }>(child);
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill(signal);
    await gone;
    if (!left) await rm(dir, { recursive: true, force: true });
  };
  let tasks = 0;
  let left = false;
  return {
    url,
    http: request(url),
    async run<Result>(task: Task, args: object = {}) {
      tasks += 1;
      const id = tasks;
      child.send({ id, task, args });
      const { result, error } = await answer<{ result: Result; error?: string }>(child, id);
      if (error) throw new Error(error);
      return result;
    },
    async reloadedBy(change) {
      const asked = once(child, 'message');
      await change();
      const [message] = await asked;
      if (message !== 'reload') throw new Error(`Strapi did not ask to be reloaded, but ${message}`);
      left = true;
      await end('SIGTERM');
      return instanceOf(await forkIn(dir, options), options);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Kills a Strapi while it starts on this database, as soon as something has happened there. */
export async function killWhileStarting(
  database: TestDatabase,
  happened: () => Promise<boolean>,
): Promise<void> {
  const { child, dir } = await launch(database, {});
  const gone = once(child, 'exit');
  let started = false;
  child.once('message', () => {
    started = true;
  });
  while (!started && child.exitCode === null && !(await happened())) await pause(5);
  child.kill('SIGKILL');
  await gone;
  await rm(dir, { recursive: true, force: true });
}

interface Launched {
  child: ChildProcess;
  dir: string;
}

const launch = async (database: TestDatabase, options: AppOptions): Promise<Launched> =>
  forkIn(await writeApp(database, options), options);

async function forkIn(dir: string, options: AppOptions): Promise<Launched> {
  const mode = options.environment === 'development' ? ['develop'] : [];
  const child = fork(here('./instance-process.cjs'), [dir, await bundlePlugin(), ...mode], {
    env: { ...process.env, NODE_ENV: options.environment ?? 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, dir };
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
