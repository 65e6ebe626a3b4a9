import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptEnv } from './command.ts';
import { Failure } from './failure.ts';

export interface ServiceDefinition {
  /** As it stands in a sentence: "the CMS". */
  name: string;
  cwd: string;
  /** Arguments of Node. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Answers with any status below 500 once the service is ready. */
  readyUrl: string;
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

function watch(name: string, child: ChildProcess): Service {
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
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Starts a service and waits until it answers.
 *
 * @throws {Failure} with the service's last words when it ends or stays silent.
 */
export async function startService(definition: ServiceDefinition): Promise<Service> {
  const { name, cwd, args, env, readyUrl } = definition;
  if (closed) throw new Failure(`${name} was not started: everything is being stopped.`);
  const child = spawn(process.execPath, args, {
    cwd,
    env: scriptEnv(cwd, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const service = watch(name, child);
  running.push(service);
  let alive = true;
  void service.ended.then(() => {
    alive = false;
    running.splice(running.indexOf(service), 1);
  });

  const deadline = Date.now() + READY_WITHIN;
  while (alive && Date.now() < deadline) {
    if (await answers(readyUrl)) return service;
    await delay(ASK_AGAIN_AFTER);
  }
  const what = alive
    ? `did not answer on ${readyUrl} within ${READY_WITHIN / 1000} s`
    : 'ended while starting';
  await service.stop();
  throw new Failure(`${lastLines(service.output())}\n\n${name} ${what}; its last words stand above.`);
}
