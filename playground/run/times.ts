import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CACHE, ROOT } from './paths.ts';
import { seconds } from './progress.ts';
import type { Finished } from './schedule.ts';

/** Seconds by stage and by test file. */
export interface Times {
  total: number;
  stages: Record<string, number>;
  slowestFiles: Record<string, number>;
}

/** As many as together take most of a run: by them it is decided what begins. */
const SLOWEST = 60;

/** The last run of this checkout. */
const LAST = `${CACHE}/times.json`;

/** What a run took that was asked to be kept, in the repository: against it growth is seen. */
const KEPT = `${ROOT}/playground/times.json`;

const inSeconds = (ms: number): number => Math.round(ms / 100) / 10;

/** @param total milliseconds */
export function timesOf(finished: readonly Finished[], total: number): Times {
  const files = finished.flatMap(({ outcome }) => outcome.files ?? []);
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return {
    total: inSeconds(total),
    stages: Object.fromEntries(finished.map(({ stage, took }) => [stage.name, inSeconds(took)])),
    slowestFiles: Object.fromEntries(slowest.map(({ file, ms }) => [file, inSeconds(ms)])),
  };
}

/** @param inRepository also where later runs, of whatever checkout, are compared with it */
export function keepTimes(times: Times, inRepository: boolean): void {
  const text = `${JSON.stringify(times, null, 2)}\n`;
  for (const file of inRepository ? [LAST, KEPT] : [LAST]) writeFileSync(file, text);
}

export function keptTimes(): Times | null {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Times) : null;
}

/** Lines for people: each stage and each of the slowest files, with what it took when times were last kept. */
export function describeTimes(times: Times, kept: Times | null): string {
  const lines = (now: Record<string, number>, then: Record<string, number> = {}) =>
    Object.entries(now)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, took]) => line(took, then[name], name));
  return [
    'Time of each stage:',
    ...lines(times.stages, kept?.stages),
    `\nThe slowest ${Object.keys(times.slowestFiles).length} test files:`,
    ...lines(times.slowestFiles, kept?.slowestFiles),
    `\nAll of it:\n${line(times.total, kept?.total, 'with what ran side by side counted once')}`,
  ].join('\n');
}

function line(took: number, then: number | undefined, name: string): string {
  const before = then === undefined ? '' : ` (${seconds(then * 1000)} when last kept)`;
  return `${seconds(took * 1000).padStart(10)}  ${name}${before}`;
}
