import { request } from 'node:http';
import { decodeConsentCookie } from '@permesso/consent-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeCms } from './cms.ts';
import type { Site } from './harness.ts';
import { noNginx, postForm, proxyTls } from './nginx.ts';
import { cookieOf, decisionUnder, id, now, startWithCms } from './site-with-cms.ts';

let cms: FakeCms;
let site: Site;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ cms, site, stop } = await startWithCms());
}, 120_000);

afterAll(() => stop?.());

beforeEach(() => {
  cms.recordStatus = 201;
  cms.records.length = 0;
});

const submission = (overrides?: Record<string, unknown>) => decisionUnder(cms.config, overrides);

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${site.url}/_consent/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends a body in chunks, without its length, and answers with the status and the bytes that were taken. */
function postChunks(path: string, type: string, start: string, megabytes: number) {
  return new Promise<{ status: number; taken: number }>((resolve, reject) => {
    let taken = 0;
    const headers = { origin: site.url, 'content-type': type };
    const sent = request(`${site.url}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, taken });
      sent.destroy();
    });
    sent.on('error', reject);
    sent.write(start);
    const chunk = Buffer.alloc(1 << 20, 'a');
    const more = () => {
      if (taken >= megabytes) return sent.end();
      taken += 1;
      sent.write(chunk, (error) => error || more());
    };
    more();
  });
}

const setCookie = (response: Response) => response.headers.get('set-cookie');

describe('POST /_consent/records', () => {
  it('passes the record on with the visitor’s place, address, language and signal, and nothing else', async () => {
    const answer = await post(submission(), {
      'cf-ipcountry': 'US',
      'cf-region-code': 'CA',
      'accept-language': 'de',
      'sec-gpc': '1',
      cookie: 'session=secret',
      authorization: 'Bearer secret',
      'x-evil': '1',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ id: '1' });
    const { headers } = cms.records[0]!;
    expect(headers).toMatchObject({
      'x-country': 'US',
      'x-vercel-ip-country-region': 'CA',
      'x-forwarded-for': '127.0.0.1',
      'accept-language': 'de',
      'sec-gpc': '1',
    });
    for (const name of ['cookie', 'authorization', 'x-evil', 'origin']) expect(headers[name]).toBeUndefined();
  });

  it('sets the cookie by HTTP for the decision that the request carries', async () => {
    const decision = submission();
    const answer = await post(decision, { cookie: cookieOf(decision) });
    const [pair, ...attributes] = setCookie(answer)!.split('; ');
    expect(pair).toBe(cookieOf(decision));
    expect(attributes).toEqual(['Path=/', 'Max-Age=31536000', 'SameSite=lax']);
  });

  it('L: sets no cookie for another decision than the newest, so that an older one never comes back', async () => {
    const older = submission({ decidedAt: now() - 60 });
    expect(setCookie(await post(older, { cookie: cookieOf(submission()) }))).toBeNull();
    expect(setCookie(await post(older))).toBeNull();
    expect(setCookie(await post(older, { cookie: 'pl-consent=broken' }))).toBeNull();
  });

  it('L: sets no cookie that a newer decision has overtaken while the CMS was slow, and has the page ask again', async () => {
    let release = () => {};
    cms.held = new Promise((resolve) => {
      release = resolve;
    });
    const accepted = submission();
    const refused = submission({ decisions: { functional: false, analytics: false, marketing: false } });
    const first = post(accepted, { cookie: cookieOf(accepted) });
    await expect.poll(() => cms.records.length).toBe(1);
    const second = post(refused, { cookie: cookieOf(refused) });
    await expect.poll(() => cms.records.length).toBe(2);
    release();
    cms.held = null;
    expect([(await first).status, setCookie(await first)]).toEqual([201, null]);
    expect((await first).headers.get('consent-renew')).toBe('1');
    expect(setCookie(await second)).toContain(cookieOf(refused));
    expect((await second).headers.get('consent-renew')).toBeNull();
  });

  it('sets the cookie of the request again where the page asks for that, and records nothing', async () => {
    const renew = (headers: Record<string, string>) =>
      fetch(`${site.url}/_consent/records?renew=`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.url, ...headers },
      });
    const cookie = cookieOf(submission());
    const answer = await renew({ cookie });
    expect([answer.status, cms.records.length]).toEqual([204, 0]);
    expect(setCookie(answer)?.split(';')[0]).toBe(cookie);
    expect(setCookie(await renew({ cookie: 'pl-consent=broken' }))).toBeNull();
    expect((await renew({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('says Secure where the visitor came by https', async () => {
    const decision = submission();
    const origin = site.url.replace('http:', 'https:');
    expect(setCookie(await post(decision, { cookie: cookieOf(decision), origin }))).toContain('; Secure');
  });

  it.each([
    [403, 'another site', {}, { origin: 'https://evil.example' }],
    [403, 'a cross-site fetch', {}, { 'sec-fetch-site': 'cross-site' }],
    [415, 'a form', {}, { 'content-type': 'image/png' }],
    [400, 'no JSON', 'x', {}],
    [400, 'no valid record', { consentId: 'x' }, {}],
    [413, 'more than 4 KB', { locale: 'x'.repeat(5000) }, {}],
  ])('answers %i to %s, in the shape of Strapi', async (status, _name, body, headers) => {
    const answer = await post(body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ data: null, error: { status } });
    expect(cms.records).toHaveLength(0);
  });

  it.each([
    ['/_consent/records', 'application/json', '"'],
    ['/_consent/decide', 'application/x-www-form-urlencoded', 'action=reject-all&x='],
  ])('reads no more of a body than it may have, whatever its length is said to be: %s', async (...sent) => {
    const { status, taken } = await postChunks(...sent, 100);
    expect(status).toBe(413);
    expect(taken).toBeLessThan(20);
  });

  it.each([204, 400, 409, 429])('passes on the answer %i', async (status) => {
    cms.recordStatus = status;
    expect((await post(submission())).status).toBe(status);
  });

  it.each([0, 200, 500, 503])(
    'L: sets the cookie and answers 503 when the CMS fails (%i)',
    async (status) => {
      cms.recordStatus = status;
      const decision = submission();
      const answer = await post(decision, { cookie: cookieOf(decision) });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(setCookie(answer)).toContain(cookieOf(decision));
    },
  );
});

describe('POST /_consent/decide', () => {
  const decide = (fields: [string, string][], headers: Record<string, string> = {}) =>
    fetch(`${site.url}/_consent/decide`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url, ...headers },
      body: new URLSearchParams(fields),
    });
  const cookieSetBy = (answer: Response) =>
    decodeConsentCookie(/pl-consent=([^;]*)/.exec(setCookie(answer) ?? '')?.[1]);

  it('I6: takes the banner’s form, sets the cookie, and returns', async () => {
    const answer = await decide([
      ['action', 'accept-all'],
      ['return', '/gate?a=b'],
    ]);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/gate?a=b');
    expect(cookieSetBy(answer)).toMatchObject({
      d: { functional: 1, analytics: 1, marketing: 1 },
      s: 'b',
      j: 'in',
    });
    const kept = { consentId: cookieSetBy(answer)?.id, source: 'banner' };
    await expect
      .poll(() => cms.records.map(({ submission }) => submission))
      .toContainEqual(expect.objectContaining(kept));
  });

  it('takes the preferences: what is not ticked is refused', async () => {
    const answer = await decide([
      ['action', 'save'],
      ['category', 'analytics'],
      ['category', 'unknown'],
    ]);
    expect(cookieSetBy(answer)).toMatchObject({ d: { functional: 0, analytics: 1, marketing: 0 }, s: 'p' });
  });

  it.each([
    ['preferences', 'p'],
    ['banner', 'b'],
    ['gpc', 'b'],
  ])('C10: believes of the source %s what a form of ours may say', async (source, kept) => {
    const answer = await decide([
      ['action', 'reject-all'],
      ['source', source],
    ]);
    expect(cookieSetBy(answer)?.s).toBe(kept);
  });

  it('records the language of the page that the form stood on', async () => {
    const recorded = async (locale: string) => {
      const kept = cookieSetBy(
        await decide([
          ['action', 'accept-all'],
          ['locale', locale],
        ]),
      );
      const record = () => cms.records.find(({ submission }) => submission.consentId === kept?.id);
      await expect.poll(record).toBeTruthy();
      return record()?.submission.locale;
    };
    expect(await recorded('de-AT')).toBe('de-AT');
    expect(await recorded('de AT')).toBe(cms.config.locale);
  });

  it('C9: a withdrawal starts a new consent id and names the one that it ends', async () => {
    const answer = await decide([['action', 'withdraw']], { cookie: cookieOf(submission()) });
    expect(cookieSetBy(answer)).toMatchObject({ d: { functional: 0, analytics: 0, marketing: 0 }, s: 'w' });
    expect(cookieSetBy(answer)?.id).not.toBe(id);
    await expect.poll(() => cms.records.map((record) => record.submission.replaces)).toContain(id);
  });

  it('C10: closing the banner under opt-in decides nothing', async () => {
    const answer = await decide([['action', 'dismiss']]);
    expect(answer.status).toBe(303);
    expect(setCookie(answer)).toBeNull();
  });

  it('C11: an acceptance under Global Privacy Control leaves off what respects it', async () => {
    const answer = await decide([['action', 'accept-all']], { 'sec-gpc': '1', 'cf-ipcountry': 'US' });
    expect(cookieSetBy(answer)?.d).toEqual({ functional: 1, analytics: 0, marketing: 0 });
  });

  it('never leads to another site', async () => {
    const answer = await decide([
      ['action', 'reject-all'],
      ['return', '//evil.example'],
    ]);
    expect(answer.headers.get('location')).toBe('/');
  });

  it('refuses other sites and unknown actions', async () => {
    expect((await decide([['action', 'accept-all']], { origin: 'https://evil.example' })).status).toBe(403);
    for (const action of ['grant', 'constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      const answer = await decide([['action', action]]);
      expect(answer.status).toBe(400);
      expect(setCookie(answer)).toBeNull();
    }
  });
});

describe.skipIf(noNginx)(`behind nginx, which ends TLS${noNginx ? `: ${noNginx}` : ''}`, () => {
  it('I6: takes a decision without JavaScript, and tells the CMS which visitor made it', async () => {
    const proxy = await proxyTls(site.url, 'shop.example');
    const decide = (from: string) =>
      postForm(
        proxy.url,
        '/_consent/decide',
        { action: 'reject-all', return: '/' },
        { origin: 'https://shop.example', from },
      );
    await expect
      .poll(() =>
        decide('127.0.0.2').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(303);
    expect((await decide('127.0.0.3')).cookie).toMatch(/^pl-consent=.*; Secure/);
    await expect.poll(() => cms.records.length).toBe(2);
    expect(cms.records.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['127.0.0.2', '127.0.0.3']);
    await proxy.stop();
  });
});

// Last, for the site goes on with this configuration.
describe('a site whose CMS records nothing', () => {
  it('E4: sends it nothing, with and without JavaScript', async () => {
    const { recording } = cms.config;
    cms.config.recording = { ...recording, enabled: false };
    // The site asks for a configuration anew once the CMS finds a record outdated.
    cms.recordStatus = 409;
    await post(submission());
    await expect.poll(async () => (await post(submission())).status).toBe(204);
    cms.records.length = 0;
    const decision = submission();
    const answer = await post(decision, { cookie: cookieOf(decision) });
    expect([answer.status, setCookie(answer)?.split(';')[0]]).toEqual([204, cookieOf(decision)]);
    const form = await fetch(`${site.url}/_consent/decide`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url },
      body: new URLSearchParams({ action: 'reject-all' }),
    });
    expect(setCookie(form)).toContain('pl-consent=');
    expect(cms.records).toEqual([]);
  });
});
