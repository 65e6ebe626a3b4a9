/** What a million records cost those who look at them, and what their purge costs the visitors meanwhile. */
import autocannon from 'autocannon';
import { middle, type Row } from './report.ts';
import { type RunningStrapi, startStrapi } from './strapi.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const LOOKS = 40;

/** Milliseconds that a look may take with a million records. */
const LOOK_BUDGET = 50;
/** A look at a million records may take this many times as long as at ten thousand. */
const GROWTH_BUDGET = 1.5;
/** The p99 of `GET config` during a purge, over that of an idle server. */
const PURGE_BUDGET = 2;
/** Memory may move by this share over a purge of half a million rows and still count as flat. */
const FLAT = 1.15;

interface People {
  admin: { email: string; password: string };
  jwt: string;
  user: string;
}

/** Overview, first page of the list, and a visitor's own records, at ten thousand and at a million. */
export async function millionBench(): Promise<Row[]> {
  const strapi = await startStrapi();
  try {
    const looks = await looksOf(strapi);
    const few = await lookAll(strapi, looks, FEW);
    const many = await lookAll(strapi, looks, MANY);
    return [...looks.keys()].map((name) => {
      const [before, after] = [few.get(name)!, many.get(name)!];
      return {
        name,
        measured: `${after.toFixed(1)} ms median (${before.toFixed(1)} at ${FEW.toLocaleString('en')})`,
        ratio: after / before,
        bound: `<= ${LOOK_BUDGET} ms, <= ${GROWTH_BUDGET} x`,
        ok: after <= LOOK_BUDGET && after / before <= GROWTH_BUDGET,
      };
    });
  } finally {
    await strapi.stop();
  }
}

/** `GET config` while the older half of a million records is purged. */
export async function purgeBench(): Promise<Row[]> {
  const strapi = await startStrapi();
  try {
    const { user } = await strapi.ask<People>('people');
    await strapi.ask('fill', { count: MANY, user });
    await configP99(strapi, 3);
    const idle = await configP99(strapi, 10);
    const before = await strapi.ask<number>('memory');
    let purged: { deleted: number; ms: number } | null = null;
    const purge = strapi.ask<{ deleted: number; ms: number }>('purge').then((outcome) => {
      purged = outcome;
      return outcome;
    });
    const during: number[] = [];
    while (!purged) during.push(await configP99(strapi, 5));
    const { deleted, ms } = await purge;
    const after = await strapi.ask<number>('memory');
    if (deleted < MANY * 0.4) throw new Error(`the purge deleted ${deleted} rows; half a million were due`);
    const worst = Math.max(...during);
    return [
      { name: 'GET config, idle', measured: `${idle.toFixed(1)} ms p99`, ratio: 1 },
      {
        name: `GET config while ${deleted.toLocaleString('en')} records are purged in ${(ms / 1000).toFixed(0)} s`,
        measured: `${worst.toFixed(1)} ms p99`,
        ratio: worst / idle,
        bound: `<= ${PURGE_BUDGET} x idle`,
        ok: worst / idle <= PURGE_BUDGET,
      },
      {
        name: 'Memory after the purge, over before',
        measured: `${Math.round(after / 1e6)} MB (${Math.round(before / 1e6)} MB)`,
        ratio: after / before,
        bound: `<= ${FLAT} x`,
        ok: after / before <= FLAT,
      },
    ];
  } finally {
    await strapi.stop();
  }
}

type Look = () => Promise<Response>;

async function looksOf(strapi: RunningStrapi): Promise<Map<string, Look> & { user: string }> {
  const people = await strapi.ask<People>('people');
  const login = await fetch(`${strapi.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(people.admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const get = (path: string, token: string) => () =>
    fetch(`${strapi.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const looks = new Map([
    ['Overview', get('/consent/overview', data.token)],
    ['First page of the list', get('/consent/records', data.token)],
    ['GET records/me', get('/api/consent/records/me', people.jwt)],
  ]);
  return Object.assign(looks, { user: people.user });
}

/** The median of each look, in milliseconds. */
async function lookAll(
  strapi: RunningStrapi,
  looks: Map<string, Look> & { user: string },
  count: number,
): Promise<Map<string, number>> {
  await strapi.ask('fill', { count, user: looks.user });
  const medians = new Map<string, number>();
  for (const [name, look] of looks) {
    const times: number[] = [];
    for (let round = 0; round < LOOKS; round++) {
      const started = performance.now();
      const response = await look();
      await response.arrayBuffer();
      times.push(performance.now() - started);
      if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
    }
    medians.set(name, middle(times));
  }
  return medians;
}

/** p99 in milliseconds at a steady 100 requests per second: latency, not capacity. */
async function configP99(strapi: RunningStrapi, seconds: number): Promise<number> {
  const { latency, non2xx, errors } = await autocannon({
    url: `${strapi.url}/api/consent/config`,
    connections: 4,
    overallRate: 100,
    duration: seconds,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`GET config failed ${non2xx + errors} times`);
  return latency.p99;
}
