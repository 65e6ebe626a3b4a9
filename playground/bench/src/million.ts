/** What many records cost those who look at them, and what their purge costs the visitors meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseKind } from './databases.ts';
import { currentVersions, someRecord } from './http.ts';
import { middle, type Row } from './report.ts';
import { p99, type SteadyRequest, steadyTimes } from './steady.ts';
import { memoryOver, type People, type RunningStrapi, signIn, withStrapi } from './strapi.ts';

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
/** The p99 of requests during a purge, over that of an idle server. */
const PURGE_BUDGET = 2;
/** Months that are dropped one after the other, and what each of them may take, in milliseconds. */
const MONTHS_DROPPED = 10;
const MONTH_BUDGET = 1000;
const SETTLE_SECONDS = 10;
/** How often the server's memory is looked at. */
const MEMORY_SECONDS = 40;
/** How long the idle server is watched before the purge, and again after it. */
const IDLE_SECONDS = 10;
/** Memory may move by this share over a purge of half a million rows and still count as flat. */
const FLAT = 1.15;

/** Not sealed: that goes on for hours behind so many, and takes what is measured here from the processor. */
const UNSEALED = { SEALING: 'off' };

/**
 * Overview, first page of the list, a record with its timeline, and a visitor's own records, at ten thousand and at `count`;
 * then, where a month is a table of its own, what it costs visitors that months are dropped.
 */
export function millionBench(kind: DatabaseKind, count: number): Promise<Row[]> {
  const onLarge = async (small: RunningStrapi, large: RunningStrapi) => {
    const [smallPeople, largePeople] = [await filled(small, FEW), await filled(large, count)];
    // After both are filled: that may take longer than a session lasts.
    const [few, many] = [await looksOf(small, smallPeople), await looksOf(large, largePeople)];
    const rows: Row[] = [];
    for (const [name, look] of few) rows.push(await compareLooks(name, look, many.get(name)!));
    return kind.name === 'PostgreSQL' ? [...rows, ...(await dropMonths(large))] : rows;
  };
  return withStrapi(kind, (small) => withStrapi(kind, (large) => onLarge(small, large), UNSEALED), UNSEALED);
}

/** `POST records` while the oldest months go, one after the other. */
async function dropMonths(strapi: RunningStrapi): Promise<Row[]> {
  const versions = await currentVersions(strapi.url);
  const posted: SteadyRequest = {
    url: `${strapi.url}/api/consent/records`,
    status: 201,
    body: () => someRecord(versions),
  };
  const drop = () => strapi.ask<{ records: number; ms: number }>('dropMonth');
  // The first month is not whole, and what it needs is compiled then.
  await drop();
  const dropped: { records: number; ms: number }[] = [];
  const dropAll = async () => {
    // Until those requests are sent that are not counted.
    await pause(SETTLE_SECONDS * 1000);
    while (dropped.length < MONTHS_DROPPED) dropped.push(await drop());
  };
  const idle = await steadyTimes(posted, pause(IDLE_SECONDS * 1000));
  const during = await steadyTimes(posted, dropAll());
  const ms = middle(dropped.map((one) => one.ms));
  const records = middle(dropped.map((one) => one.records));
  const ratio = p99(during) / p99(idle);
  return [
    {
      name: 'Dropping a month',
      measured: `${ms.toFixed(0)} ms median, ${records.toLocaleString('en')} records`,
      ratio: ms / MONTH_BUDGET,
      bound: `<= ${MONTH_BUDGET} ms`,
      ok: ms <= MONTH_BUDGET,
    },
    {
      name: 'POST /api/consent/records meanwhile',
      measured: `${p99(during).toFixed(1)} ms p99 (${p99(idle).toFixed(1)} idle)`,
      ratio,
      bound: `<= ${PURGE_BUDGET} x idle`,
      ok: ratio <= PURGE_BUDGET,
    },
  ];
}

/** `GET config` while the older half of a million records is purged. */
export function purgeBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async (strapi) => {
    await filled(strapi, PURGED_AMONG);
    const before = await steadyTimes(configOf(strapi), pause(IDLE_SECONDS * 1000));
    const kept = await strapi.ask<number>('memory');
    const purge = strapi.ask<{ deleted: number; ms: number }>('purge');
    const [times, memory] = await Promise.all([
      steadyTimes(configOf(strapi), purge),
      memoryOver(strapi, purge, MEMORY_SECONDS),
    ]);
    const { deleted, ms } = await purge;
    if (deleted < PURGED_AMONG * 0.4)
      throw new Error(`the purge deleted ${deleted} rows; half a million were due`);
    // What else the machine does changes: idle is how it was on both sides of the purge.
    const idle = p99([...before, ...(await steadyTimes(configOf(strapi), pause(IDLE_SECONDS * 1000)))]);
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

const configOf = ({ url }: RunningStrapi): SteadyRequest => ({
  url: `${url}/api/consent/config`,
  status: 200,
});

type Look = () => Promise<Response>;

/** Writes so many records; answers with who may look at them. */
async function filled(strapi: RunningStrapi, count: number): Promise<People> {
  const people = await strapi.ask<People>('people');
  await strapi.ask('fill', { count, user: people.user });
  // The disk still has the rows to write.
  await pause(SETTLE_SECONDS * 1000);
  return people;
}

async function looksOf(strapi: RunningStrapi, people: People): Promise<Map<string, Look>> {
  const token = await signIn(strapi, people);
  const get = (path: string, token: string) => () =>
    fetch(`${strapi.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const list = await get('/consent/records', token)();
  const { docs } = (await list.json()) as { docs: { id: string }[] };
  return new Map([
    ['Overview', get('/consent/overview', token)],
    ['First page of the list', get('/consent/records', token)],
    ['A record with its timeline', get(`/consent/records/${docs[0]?.id}`, token)],
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
