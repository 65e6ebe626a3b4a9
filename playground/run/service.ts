import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptEnv } from './command.ts';
import { Failure } from './failure.ts';

export interface ServiceDefinition {
  /** As it stands in a sentence: "the CMS". */
  name: string;
  cwd: string;
  /** Arguments of Node; or a command of a shell, which is ended with all that it started. */
  args: string[] | string;
  env?: NodeJS.ProcessEnv;
  /** Answers with any status below 500 once the service is ready. */
  readyUrl: string;
  /** Milliseconds that it may take until then; 90 000 by default. */
  readyWithin?: number;
}

export interface Service {
  readonly name: string;
  readonly pid: number;
  /** Everything it wrote so far. */
  output(): string;
  /** Resolves when the process ends, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends it by its process id: kindly, then for good after `graceMs` milliseconds. */
  stop(graceMs?: number): Promise<void>;
}

/** Time-outs in milliseconds. */
const READY_WITHIN = 90_000;
const ASK_AGAIN_AFTER = 100;
const STOP_WITHIN = 10_000;

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
};

/** Every service that was started and has not ended, oldest first. */
const running: Service[] = [];
let closed = false;

/** Stops all services, the newest first, so that none loses what it depends on; no other can start after that. */
export async function stopServices(): Promise<void> {
  closed = true;
  for (const service of running.toReversed()) await service.stop();
}

/** Resolves with the first service that ends. */
export const firstToEnd = (): Promise<Service> =>
  Promise.race(running.map((service) => service.ended.then(() => service)));

const lastLines = (output: string, count = 25): string =>
  output.trimEnd().split('\n').slice(-count).join('\n');

function watch(name: string, child: ChildProcess, signal: (name: NodeJS.Signals) => void): Service {
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    name,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    async stop(graceMs = STOP_WITHIN) {
      if (child.exitCode !== null || child.signalCode !== null) return ended;
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

function start(name: string, args: string[] | string, options: SpawnOptions): Service {
  if (typeof args !== 'string') {
    const child = spawn(process.execPath, args, options);
    return watch(name, child, (signal) => child.kill(signal));
  }
  // A group of its own, so that a signal reaches what the shell started too.
  const child = spawn(args, { ...options, shell: true, detached: true });
  return watch(name, child, (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // All of it ended by itself in between.
    }
  });
}

/**
 * Starts a service and waits until it answers.
 *
 * @throws {Failure} with the service's last words when it ends or stays silent.
 */
export async function startService(definition: ServiceDefinition): Promise<Service> {
  const { name, cwd, args, env, readyUrl, readyWithin = READY_WITHIN } = definition;
  if (closed) throw new Failure(`${name} was not started: everything is being stopped.`);
  const service = start(name, args, { cwd, env: scriptEnv(cwd, env), stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(service);
  let alive = true;
  void service.ended.then(() => {
    alive = false;
    running.splice(running.indexOf(service), 1);
  });

  const deadline = Date.now() + readyWithin;
  while (alive && Date.now() < deadline) {
    if (await answers(readyUrl)) return service;
    await delay(ASK_AGAIN_AFTER);
  }
  const what = alive
    ? `did not answer on ${readyUrl} within ${readyWithin / 1000} s`
    : 'ended while starting';
  await service.stop();
  throw new Failure(`${lastLines(service.output())}\n\n${name} ${what}; its last words stand above.`);
}
