import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Bounds, runBounded } from '../server/src/scan/bounded-process';

const MIB = 1024 * 1024;
const WIDE: Bounds = { time: 60_000, memory: 4096 * MIB };

const run = (script: string, bounds: Partial<Bounds> = {}, signal = new AbortController().signal) =>
  runBounded({
    arguments: ['--eval', script],
    env: { PATH: process.env.PATH },
    bounds: { ...WIDE, ...bounds },
    signal,
  });

/** A script that says the id of a process that it has started, and waits for it. */
const WITH_CHILD = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  console.error(child.pid);
  setInterval(() => {}, 1000);
`;

async function isEnded(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await pause(50);
  }
  return false;
}

it('says how a process ended by itself, and what it said last', async () => {
  const { code, reason, said } = await run('console.error("it is so"); process.exit(3)');
  expect({ code, reason, said }).toEqual({ code: 3, reason: 'itself', said: 'it is so' });
});

it('keeps the environment of the CMS to itself', async () => {
  const { said } = await run('console.error(Object.keys(process.env).join())');
  expect(said).toBe('PATH');
});

it('ends what takes too long', async () => {
  const { reason } = await run('setInterval(() => {}, 1000)', { time: 300 });
  expect(reason).toBe('time');
});

it.runIf(process.platform === 'linux')('ends what takes too much memory', async () => {
  const script = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(50_000_000, 1)), 100)';
  const { reason } = await run(script, { memory: 400 * MIB });
  expect(reason).toBe('memory');
});

it.runIf(process.platform === 'linux')(
  'ends with it what it has started, in a group of its own too',
  async () => {
    const stop = new AbortController();
    const running = run(WITH_CHILD, {}, stop.signal);
    await pause(1000);
    stop.abort();
    const { reason, said } = await running;
    expect(reason).toBe('stopped');
    expect(Number(said)).toBeGreaterThan(0);
    expect(await isEnded(Number(said))).toBe(true);
  },
);

it('ends at once where it was to be stopped before it began', async () => {
  const stop = new AbortController();
  stop.abort();
  expect((await run('setInterval(() => {}, 1000)', {}, stop.signal)).reason).toBe('stopped');
});
