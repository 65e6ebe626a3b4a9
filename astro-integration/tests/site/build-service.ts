import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BuildOrder {
  /** The site's directory. */
  root: string;
  /** The whole environment. `NODE_ENV` is the same for all builds: packages are loaded by it once. */
  env: NodeJS.ProcessEnv;
}

export interface BuildResult {
  /** What Astro said, and why it failed. */
  log: string;
  failed: boolean;
}

/** Memory grows by 50 MB with each build. */
const BUILDS_OF_A_PROCESS = 8;

interface BuildProcess {
  child: ChildProcess;
  root: string;
  builds: number;
}

interface BuildService {
  current: BuildProcess | null;
  /** Settles when the last build that was ordered is done. */
  idle: Promise<unknown>;
}

/** One for all files of a worker: loading Astro and Vite takes longer than most of their builds. */
const KEY = Symbol.for('permesso.tests.builds');
const shared = globalThis as { [KEY]?: BuildService };

/** Builds a site as `astro build` does, in a process that builds one site after the other. */
export function buildInService(order: BuildOrder): Promise<BuildResult> {
  shared[KEY] ??= { current: null, idle: Promise.resolve() };
  const service = shared[KEY];
  const result = service.idle.then(() => buildNow(service, order));
  service.idle = result.catch(() => {});
  return result;
}

async function buildNow(service: BuildService, order: BuildOrder): Promise<BuildResult> {
  const { current } = service;
  if (current && (current.root !== order.root || current.builds === BUILDS_OF_A_PROCESS)) end(service);
  service.current ??= { child: start(order), root: order.root, builds: 0 };
  service.current.builds += 1;
  const result = await answerOf(service.current.child, order);
  // What a failed build has left open must not be in the way of the next.
  if (result.failed) end(service);
  return result;
}

async function answerOf(child: ChildProcess, order: BuildOrder): Promise<BuildResult> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = () => [{ log: 'The process that builds sites ended.', failed: true }];
  const answer = Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(ended),
  ]);
  child.send(order);
  const [result]: BuildResult[] = await answer;
  answered.abort();
  return result!;
}

/** In the site's directory, as some packages keep the one they were loaded in. It ends with the worker, which need not wait. */
function start({ root, env }: BuildOrder): ChildProcess {
  const program = fileURLToPath(new URL('build-process.ts', import.meta.url));
  const child = fork(program, { cwd: root, env, execArgv: [] });
  child.unref();
  child.channel?.unref();
  return child;
}

function end(service: BuildService): void {
  service.current?.child.kill();
  service.current = null;
}
