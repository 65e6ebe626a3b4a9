/** Requests per second of the public routes, each beside a route of Strapi's own in the same process. */
import { randomUUID } from 'node:crypto';
import type { ConsentConfig, ConsentVersions } from '@permesso/consent-core';
import type autocannon from 'autocannon';
import type { DatabaseKind } from './databases.ts';
import { compare, requestsPerSecond } from './load.ts';
import type { Row } from './report.ts';
import { type RunningStrapi, withStrapi } from './strapi.ts';

/** `GET config` beside `/_health`: the least that Strapi does for a request. */
export function configBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async (strapi) => {
    const config = () =>
      requestsPerSecond({ url: `${strapi.url}/api/consent/config`, headers: GERMANY }, 200);
    const health = () => requestsPerSecond({ url: `${strapi.url}/_health` }, 204);
    return compare('GET /api/consent/config', config, 'GET /_health', health, 0.8);
  });
}

/** `POST records` beside `/_health`: what it costs to keep a record, over the least that Strapi does for a request. */
export function intakeBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async ({ url }) => {
    const versions = await currentVersions(url);
    const records = () => requestsPerSecond(recordsTo(url, versions), 201);
    const health = () => requestsPerSecond({ url: `${url}/_health` }, 204);
    return compare('POST /api/consent/records', records, 'GET /_health', health, INTAKE_BUDGET);
  });
}

/** What it costs to have records sealed: `POST records` with sealing beside the same without, each on a database of its own. */
export function sealingBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, (sealed) =>
    withStrapi(
      kind,
      async (unsealed) => {
        const measured = async (strapi: RunningStrapi, other: RunningStrapi) => {
          strapi.wake();
          const versions = await currentVersions(strapi.url);
          // What it seals behind the commit must not cost the other one time.
          other.sleep();
          return requestsPerSecond(recordsTo(strapi.url, versions), 201);
        };
        return compare(
          'POST /api/consent/records, sealed',
          () => measured(sealed, unsealed),
          'the same without sealing',
          () => measured(unsealed, sealed),
          SEALED_BUDGET,
          4,
        );
      },
      { SEALING: 'off' },
    ),
  );
}

/** The share of its rate that intake keeps while what it takes in is sealed, at least. */
const SEALED_BUDGET = 0.95;

/** The share of `/_health` that records are to be kept at, at least. */
const INTAKE_BUDGET = 0.7;

export const currentVersions = async (url: string): Promise<ConsentVersions> =>
  ((await (await fetch(`${url}/api/consent/config`, { headers: GERMANY })).json()) as ConsentConfig).versions;

const DECISIONS = { functional: true, analytics: true, marketing: false };

/** What the page of a new visitor posts. */
export const someRecord = (versions: ConsentVersions) => ({
  consentId: randomUUID(),
  decisions: DECISIONS,
  versions,
  source: 'banner',
  locale: 'en',
  decidedAt: Math.floor(Date.now() / 1000),
});

const recordsTo = (url: string, versions: ConsentVersions) =>
  post(`${url}/api/consent/records`, () => someRecord(versions));

/** `POST records` beside Strapi's own create route for a plain content type of the same fields. */
export function recordsBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async (strapi) => {
    const versions = await currentVersions(strapi.url);
    const records = () => requestsPerSecond(recordsTo(strapi.url, versions), 201);
    const plain = () =>
      requestsPerSecond(
        post(`${strapi.url}/api/plains`, () => ({
          data: {
            consentId: randomUUID(),
            decisions: DECISIONS,
            grantedCategories: ['functional', 'analytics'],
            source: 'banner',
            model: 'opt-in',
            country: 'DE',
            gpc: false,
            visitorLocale: 'en',
            ...versions,
            snapshot: versions.policyVersion,
            decidedAt: new Date().toISOString(),
            expiresAt: new Date().toISOString(),
            fingerprint: randomUUID(),
          },
        })),
        201,
      );
    return compare('POST /api/consent/records', records, "POST of Strapi's create route", plain, 6);
  });
}

/** One of 65,025 addresses: many visitors, each known to the limiter. */
const someAddress = () =>
  `10.0.${1 + Math.floor(Math.random() * 255)}.${1 + Math.floor(Math.random() * 255)}`;

const GERMANY = { 'x-country': 'DE' };

/** POSTs each with a body of its own, written before the load begins: what they cost the sender is no part of the measurement. */
function post(url: string, body: () => unknown): autocannon.Options {
  const request = () => ({
    headers: { 'content-type': 'application/json', ...GERMANY, 'x-forwarded-for': someAddress() },
    body: JSON.stringify(body()),
  });
  return {
    url,
    method: 'POST',
    connections: CONNECTIONS,
    setupClient: (client) => client.setRequests(Array.from({ length: PREPARED }, request)),
  };
}

const CONNECTIONS = 64;

/** Requests of a connection. In the time of one measurement none sends them all: a record that comes again is not kept again. */
const PREPARED = 1000;
