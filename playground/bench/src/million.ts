/** What many records cost those who look at them, and what their purge costs the visitors meanwhile. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseKind } from './databases.ts';
import { middle, type Row } from './report.ts';
import { type RunningStrapi, withStrapi } from './strapi.ts';

const FEW = 10_000;
/** What is purged stands among so many. */
const PURGED_AMONG = 1_000_000;
const LOOKS = 80;
/** Looks that are not counted: the first ones compile and fill caches. */
const WARM_LOOKS = 10;

/** Milliseconds that a look may take, however many records there are. */
const LOOK_BUDGET = 50;
/** A look at many records may take this many times as long as at ten thousand. */
const GROWTH_BUDGET = 1.5;
/** The p99 of `GET config` during a purge, over that of an idle server. */
const PURGE_BUDGET = 2;
const SETTLE_SECONDS = 10;
/** How often the server's memory is looked at. */
const MEMORY_SECONDS = 40;
/** How long the idle server is watched before the purge, and again after it. */
const IDLE_SECONDS = 10;
/** Memory may move by this share over a purge of half a million rows and still count as flat. */
const FLAT = 1.15;

interface People {
  admin: { email: string; password: string };
  jwt: string;
  user: string;
}

/** Overview, first page of the list, a record with its timeline, and a visitor's own records, at ten thousand and at `count`. */
export function millionBench(kind: DatabaseKind, count: number): Promise<Row[]> {
  return withStrapi(kind, (small) =>
    withStrapi(kind, async (large) => {
      const [few, many] = [await filled(small, FEW), await filled(large, count)];
      const rows: Row[] = [];
      for (const [name, look] of few) rows.push(await compareLooks(name, look, many.get(name)!));
      return rows;
    }),
  );
}

/** `GET config` while the older half of a million records is purged. */
export function purgeBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async (strapi) => {
    await filled(strapi, PURGED_AMONG);
    const before = await configTimes(strapi, pause(IDLE_SECONDS * 1000));
    const kept = await strapi.ask<number>('memory');
    const purge = strapi.ask<{ deleted: number; ms: number }>('purge');
    const [times, memory] = await Promise.all([configTimes(strapi, purge), memoryOver(strapi, purge)]);
    const { deleted, ms } = await purge;
    if (deleted < PURGED_AMONG * 0.4)
      throw new Error(`the purge deleted ${deleted} rows; half a million were due`);
    // What else the machine does changes: idle is how it was on both sides of the purge.
    const idle = p99([...before, ...(await configTimes(strapi, pause(IDLE_SECONDS * 1000)))]);
    const during = p99(times);
    const most = Math.max(...memory, await strapi.ask<number>('memory'));
    return [
      { name: 'GET config, idle', measured: `${idle.toFixed(1)} ms p99`, ratio: 1 },
      {
        name: 'GET config during the purge',
        measured: `${during.toFixed(1)} ms p99, ${deleted.toLocaleString('en')} records in ${(ms / 1000).toFixed(0)} s`,
        ratio: during / idle,
        bound: `<= ${PURGE_BUDGET} x idle`,
        ok: during / idle <= PURGE_BUDGET,
      },
      {
        name: 'Most memory kept during and after the purge, over before',
        measured: `${Math.round(most / 1e6)} MB (${Math.round(kept / 1e6)} MB)`,
        ratio: most / kept,
        bound: `<= ${FLAT} x`,
        ok: most / kept <= FLAT,
      },
    ];
  });
}

type Look = () => Promise<Response>;

/** Writes so many records; answers with what is looked at. */
async function filled(strapi: RunningStrapi, count: number): Promise<Map<string, Look>> {
  const people = await strapi.ask<People>('people');
  await strapi.ask('fill', { count, user: people.user });
  // The disk still has the rows to write.
  await pause(SETTLE_SECONDS * 1000);
  const login = await fetch(`${strapi.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(people.admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const get = (path: string, token: string) => () =>
    fetch(`${strapi.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const list = await get('/consent/records', data.token)();
  const { docs } = (await list.json()) as { docs: { id: string }[] };
  return new Map([
    ['Overview', get('/consent/overview', data.token)],
    ['First page of the list', get('/consent/records', data.token)],
    ['A record with its timeline', get(`/consent/records/${docs[0]?.id}`, data.token)],
    ['GET records/me', get('/api/consent/records/me', people.jwt)],
  ]);
}

/** Looks at few and at many in turns, so that a slow moment of the machine meets both. */
async function compareLooks(name: string, few: Look, many: Look): Promise<Row> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = -WARM_LOOKS; round < LOOKS; round++) {
    for (const [size, look] of [['few', few] as const, ['many', many] as const]) {
      const ms = await timeOfLook(name, look);
      if (round >= 0) times[size].push(ms);
    }
  }
  const [before, after] = [middle(times.few), middle(times.many)];
  return {
    name,
    measured: `${after.toFixed(1)} ms median (${before.toFixed(1)} at ${FEW.toLocaleString('en')})`,
    ratio: after / before,
    bound: `<= ${LOOK_BUDGET} ms, <= ${GROWTH_BUDGET} x`,
    ok: after <= LOOK_BUDGET && after / before <= GROWTH_BUDGET,
  };
}

async function timeOfLook(name: string, look: Look): Promise<number> {
  const started = performance.now();
  const response = await look();
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
  return performance.now() - started;
}

/**
 * The memory that the server keeps, in bytes, now and then until `end`. To see it, garbage is collected, which holds
 * everybody up for a moment: so seldom that it is none of the one per cent of requests that the p99 is about.
 */
async function memoryOver(strapi: RunningStrapi, end: Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  const over = end.then(
    () => true,
    () => true,
  );
  const later = () => pause(MEMORY_SECONDS * 1000, false, { ref: false });
  while (!(await Promise.race([over, later()]))) found.push(await strapi.ask<number>('memory'));
  return found;
}

/** Milliseconds of each of a steady 100 requests per second until `end`: what a visitor waits, not how many there may be. */
async function configTimes(strapi: RunningStrapi, end: Promise<unknown>): Promise<number[]> {
  // In turn, so that none is left unused until the server closes it.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: 16 });
  const url = `${strapi.url}/api/consent/config`;
  for (let warm = 0; warm < 500; warm++) await timeOf(url, agent);
  const times: number[] = [];
  const asked: Promise<unknown>[] = [];
  let over = false;
  const stop = () => {
    over = true;
  };
  end.then(stop, stop);
  for (const started = performance.now(); !over; ) {
    asked.push(timeOf(url, agent).then((ms) => times.push(ms)));
    await pause(Math.max(0, started + asked.length * 10 - performance.now()));
  }
  await Promise.all(asked);
  agent.destroy();
  return times;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

/** Milliseconds from asking to the last byte. */
function timeOf(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET config answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });
}
