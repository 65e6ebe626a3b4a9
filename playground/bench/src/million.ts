/** What a million records cost those who look at them, and what their purge costs the visitors meanwhile. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
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
const SETTLE_SECONDS = 10;
/** How long the idle server is watched first. */
const IDLE_SECONDS = 15;
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
    // The disk still has the million rows to write.
    await pause(SETTLE_SECONDS * 1000);
    const idle = await configP99(strapi, pause(IDLE_SECONDS * 1000));
    const purge = strapi.ask<{ deleted: number; ms: number }>('purge');
    const [during, memory] = await Promise.all([configP99(strapi, purge), memoryOver(strapi, purge)]);
    const { deleted, ms } = await purge;
    const third = Math.ceil(memory.length / 3);
    const [before, after] = [Math.min(...memory.slice(0, third)), Math.min(...memory.slice(-third))];
    if (deleted < MANY * 0.4) throw new Error(`the purge deleted ${deleted} rows; half a million were due`);
    return [
      { name: 'GET config, idle', measured: `${idle.toFixed(1)} ms p99`, ratio: 1 },
      {
        name: `GET config while ${deleted.toLocaleString('en')} records are purged in ${(ms / 1000).toFixed(0)} s`,
        measured: `${during.toFixed(1)} ms p99`,
        ratio: during / idle,
        bound: `<= ${PURGE_BUDGET} x idle`,
        ok: during / idle <= PURGE_BUDGET,
      },
      {
        name: 'Least memory in the last third of the purge, over the first',
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

/**
 * The memory that the server keeps resident, in bytes, each half second until `end`. The least of it counts, right
 * after the garbage collector went through: a leak grows with the rows, garbage does not.
 */
async function memoryOver(strapi: RunningStrapi, end: Promise<unknown>): Promise<number[]> {
  const found = [await strapi.ask<number>('memory')];
  let over = false;
  const stop = () => {
    over = true;
  };
  end.then(stop, stop);
  while (!over) {
    await pause(500);
    found.push(await strapi.ask<number>('memory'));
  }
  return found;
}

/** p99 in milliseconds of a steady 100 requests per second until `end`: what a visitor waits, not how many there may be. */
async function configP99(strapi: RunningStrapi, end: Promise<unknown>): Promise<number> {
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
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

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
