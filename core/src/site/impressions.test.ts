import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { ImpressionBatch } from '../contract/impressions.ts';
import { signedText } from '../contract/site-statement.ts';
import { createImpressions } from './impressions.ts';

const SECRET = 'a-secret-that-has-thirty-two-characters';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const config = createTestConfig({});
const url = new URL('https://shop.example/cart');

const requestOf = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request(url, { ...init, headers: { 'user-agent': FIREFOX, ...headers } });

/** A CMS that answers with these statuses in turn, and a minute that passes when the test says so. */
async function siteBefore(statuses: number[], secret: string | null = null) {
  const batches: { batch: ImpressionBatch; headers: IncomingHttpHeaders; text: string }[] = [];
  const warnings: string[] = [];
  const minutes: (() => void)[] = [];
  cms = await serveHttp(async (request, response) => {
    const body = await text(request);
    response.statusCode = statuses[batches.length] ?? 201;
    batches.push({ batch: JSON.parse(body), headers: request.headers, text: body });
    response.end('said');
  });
  const api = `${cms.url}/api/consent`;
  const impressions = createImpressions(
    {
      api: () => api,
      secret: () => secret,
      frontPage: '/',
      isBot: (agent) => /bot/i.test(agent),
      warn: (said) => warnings.push(said),
    },
    { isRecorded: () => true, wait: () => new Promise((resolve) => minutes.push(resolve)) },
  );
  const shown = (headers: Record<string, string> = {}, country = 'DE') =>
    impressions.page(requestOf(headers), url, config, country);
  const minute = async (answered: number) => {
    minutes.shift()?.();
    await expect.poll(() => batches.length).toBe(answered);
    // What is left is planned again behind the answer.
    await expect.poll(() => minutes.length).toBeLessThanOrEqual(1);
  };
  return { impressions, shown, batches, warnings, minutes, minute };
}

let cms: Served | undefined;
afterEach(async () => cms?.stop());

describe('what a site has shown', () => {
  it('is not where the banner keeps quiet on a page that is the same for all', async () => {
    const { impressions, batches, minute } = await siteBefore([]);
    const quiet = createTestConfig({ banner: { ...config.banner, quietPages: ['/imprint', '/legal/*'] } });
    for (const path of ['/imprint', '/imprint/', '/legal/privacy?a=1', '/cart', '/']) {
      impressions.neutralPage(requestOf({ referer: `${url.origin}${path}` }), quiet, null);
    }
    // A browser that tells no more than the origin, or nothing.
    impressions.neutralPage(requestOf(), quiet, null);
    await minute(1);
    expect(batches[0]?.batch.shown).toMatchObject([{ n: 3 }]);
  });

  it('is handed over as sums, which say nothing of anybody', async () => {
    const { impressions, shown, batches, minute } = await siteBefore([]);
    shown();
    shown({ 'sec-fetch-site': 'cross-site' });
    shown({ 'sec-ch-ua-mobile': '?1' }, 'FR');
    impressions.neutralPage(requestOf({ 'sec-fetch-site': 'same-origin' }), config, null);
    await minute(1);
    const { policyVersion } = config.versions;
    const kind = { policyVersion, locale: config.locale, model: 'opt-in', device: 'desktop' };
    expect(batches[0]?.batch).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      day: new Date().toISOString().slice(0, 10),
      shown: [
        { ...kind, country: 'DE', n: 2 },
        { ...kind, country: 'FR', device: 'phone', n: 1 },
        { ...kind, country: null, n: 1 },
      ],
    });
    expect(
      Object.keys(batches[0]?.headers ?? {}).filter((name) => /consent|forwarded|cookie/.test(name)),
    ).toEqual([]);
  });

  it('counts no bot, nothing that is fetched ahead, and no page that another one of the site has led to', async () => {
    const { impressions, shown, batches, minutes, minute } = await siteBefore([]);
    shown({ 'user-agent': 'Googlebot/2.1' });
    shown({ 'user-agent': '' });
    shown({ 'sec-purpose': 'prefetch;prerender' });
    shown({ 'sec-fetch-site': 'same-origin' });
    shown({ referer: 'https://shop.example/' });
    impressions.page(requestOf({}, { method: 'HEAD' }), url, config, null);
    expect(minutes).toEqual([]);
    shown({ referer: 'https://search.example/' });
    await minute(1);
    expect(batches[0]?.batch.shown).toMatchObject([{ n: 1 }]);
  });

  it('is signed where the site has a secret', async () => {
    const { shown, batches, minute } = await siteBefore([], SECRET);
    shown();
    await minute(1);
    const { headers = {}, text: body = '' } = batches[0] ?? {};
    const statement = String(headers['consent-site-statement']);
    const signature = createHmac('sha256', SECRET)
      .update(signedText('impressions', statement, body))
      .digest('hex');
    expect(headers['consent-site-signature']).toBe(signature);
  });

  it('waits while the CMS is away, under the same id, and goes with what has come since', async () => {
    const { shown, batches, warnings, minutes, minute } = await siteBefore([503, 201, 201]);
    shown();
    await minute(1);
    await expect.poll(() => minutes.length).toBe(1);
    shown();
    shown();
    await minute(3);
    const [first, again, next] = batches.map(({ batch }) => batch);
    expect(again).toEqual(first);
    expect(next?.id).not.toBe(first?.id);
    expect(next?.shown).toMatchObject([{ n: 2 }]);
    expect(warnings).toEqual([expect.stringContaining('503')]);
  });

  it('is given up where the CMS refuses it, and never grows beyond some minutes', async () => {
    const { shown, batches, warnings, minutes, minute } = await siteBefore([403, ...Array(12).fill(503)]);
    shown();
    await minute(1);
    expect(warnings).toEqual([expect.stringContaining('403')]);
    for (let sent = 2; sent <= 13; sent += 1) {
      shown();
      await minute(sent);
      await expect.poll(() => minutes.length).toBe(1);
    }
    shown();
    await minute(23);
    expect(batches.slice(13).map(({ batch }) => batch.shown[0]?.n)).toEqual(Array(10).fill(1));
  });
});
