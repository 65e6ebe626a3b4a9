/** What it costs administrators that the plugin reads all content of a site in the background. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseKind } from './databases.ts';
import type { Row } from './report.ts';
import { p99, type SteadyRequest, steadyTimes } from './steady.ts';
import { memoryOver, type People, type RunningStrapi, signIn, withStrapi } from './strapi.ts';

/** The p99 of the admin meanwhile, over that of a CMS with the same content that reads nothing. */
const ADMIN_BUDGET = 2;
/** Memory may move by this share and still count as flat. */
const FLAT = 1.15;

/** Milliseconds from one look of the administrator to the next. The job rests longer, the more there is to do beside it. */
const LOOK_EVERY = 500;
const SETTLE_SECONDS = 10;
/** How often it is asked how far the reading is. */
const ASKED_SECONDS = 5;
/** How often memory is looked at: a pause of the collector meets one look of so many seconds. */
const MEMORY_SECONDS = 60;

interface SweepState {
  sweep: number;
  entries: number;
  ms: number | null;
}

/** An administrator looks at lists of the articles of a CMS that reads them all, and of one that does not: a slow moment meets both. */
export function contentBench(kind: DatabaseKind, count: number): Promise<Row[]> {
  return withStrapi(kind, (idle) => withStrapi(kind, (reading) => compared(idle, reading, count)));
}

async function compared(idle: RunningStrapi, reading: RunningStrapi, count: number): Promise<Row[]> {
  const idleToken = await filled(idle, count);
  const token = await filled(reading, count);
  await pause(SETTLE_SECONDS * 1000);
  const kept = await reading.ask<number>('memory');
  const { sweep } = await reading.ask<SweepState>('sweepState');
  await reading.ask('sweepAnew');
  await begun(reading, sweep);
  const end = swept(reading, sweep);
  const [quiet, times, memory] = await Promise.all([
    steadyTimes(adminList(idle, idleToken), end),
    steadyTimes(adminList(reading, token), end),
    memoryOver(reading, end, MEMORY_SECONDS),
  ]);
  const { entries, ms } = await end;
  if (entries !== count) throw new Error(`${entries} of ${count} entries were read`);
  await checkHosts(reading, token, count);
  const most = Math.max(...memory, await reading.ask<number>('memory'));
  const ratio = p99(times) / p99(quiet);
  const read = `${count.toLocaleString('en')} entries in ${(ms / 60_000).toFixed(1)} min`;
  return [
    {
      name: 'A list in the admin, nothing being read',
      measured: `${p99(quiet).toFixed(1)} ms p99`,
      ratio: 1,
    },
    {
      name: 'A list in the admin while content is read',
      measured: `${p99(times).toFixed(1)} ms p99, ${read}`,
      ratio,
      bound: `<= ${ADMIN_BUDGET} x`,
      ok: ratio <= ADMIN_BUDGET,
    },
    {
      name: 'Most memory kept during and after the reading, over before',
      measured: `${Math.round(most / 1e6)} MB (${Math.round(kept / 1e6)} MB)`,
      ratio: most / kept,
      bound: `<= ${FLAT} x`,
      ok: most / kept <= FLAT,
    },
  ];
}

/** Writes so many articles; answers with the token of an administrator. */
async function filled(strapi: RunningStrapi, count: number): Promise<string> {
  const token = await signIn(strapi, await strapi.ask<People>('people'));
  // Reading of nothing, at the start: the next one begins when it is asked for.
  await swept(strapi, 0);
  await strapi.ask('fillContent', { count });
  return token;
}

const adminList = ({ url }: RunningStrapi, token: string): SteadyRequest => ({
  url: `${url}/content-manager/collection-types/api::article.article?page=1&pageSize=10`,
  status: 200,
  headers: { authorization: `Bearer ${token}` },
  every: LOOK_EVERY,
});

/** Waits until the reading after that of this number has begun. */
async function begun(strapi: RunningStrapi, sweep: number): Promise<void> {
  while ((await strapi.ask<SweepState>('sweepState')).sweep <= sweep) await pause(100);
}

/** Waits until a reading after that of this number has ended. */
async function swept(strapi: RunningStrapi, sweep: number): Promise<SweepState & { ms: number }> {
  for (;;) {
    const state = await strapi.ask<SweepState | null>('sweepState');
    const { ms = null } = state ?? {};
    if (state && ms !== null && state.sweep > sweep) return { ...state, ms };
    await pause(ASKED_SECONDS * 1000);
  }
}

/** What was read is what is there: each article embeds one third party. */
async function checkHosts({ url }: RunningStrapi, token: string, count: number): Promise<void> {
  const answer = await fetch(`${url}/consent/embeds/undeclared`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const found = ((await answer.json()) as { hosts: { entries: number }[] }).hosts;
  const entries = found.reduce((sum, host) => sum + host.entries, 0);
  if (entries !== count) throw new Error(`hosts of ${entries} entries are listed; there are ${count}`);
}
