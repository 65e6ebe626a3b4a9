import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { ConsentModel } from '../contract/values.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { resolveConsent } from '../rules/resolve.ts';
import { createCmsClient, forAnyone } from './cms-client.ts';
import { fetchConfig } from './cms-requests.ts';

const germany = { locale: 'en', country: 'DE', region: null };
const california = { locale: 'en', country: 'US', region: 'CA' };

/** A CMS that answers as it is told, and notes what it was asked. */
async function serveCms(
  answer: {
    status?: number;
    body?: unknown;
    text?: string;
    silent?: boolean;
    etag?: string;
    regions?: string;
  } = {},
) {
  const asked: { url: string; headers: Record<string, string | string[] | undefined> }[] = [];
  const served = await serveHttp((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    if (answer.silent) return;
    if (answer.etag && request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(answer.status ?? 200, {
      ...(answer.etag && { etag: answer.etag }),
      ...(answer.regions && { 'consent-regions': answer.regions }),
    });
    const country = request.headers['x-country']?.toString() ?? null;
    response.end(
      answer.text ?? JSON.stringify(answer.body ?? createTestConfig({ jurisdiction: { country } })),
    );
  });
  open.push(served);
  return { asked, answer, api: `${served.url}/api/consent`, stop: served.stop };
}

const open: Served[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.stop();
});

describe('the CMS client', () => {
  it('asks once for many visitors of one place and tells the CMS where they are', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get(california)));
    expect(answers.every((config) => config?.enabled)).toBe(true);
    expect(cms.asked).toHaveLength(1);
    expect(cms.asked[0]?.url).toBe('/api/consent/config?locale=en');
    expect(cms.asked[0]?.headers).toMatchObject({ 'x-country': 'US', 'x-vercel-ip-country-region': 'CA' });
  });

  it('keeps one configuration per locale, country and region', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api });
    for (const query of [germany, california, { ...germany, locale: 'de' }, germany]) await client.get(query);
    expect(cms.asked).toHaveLength(3);
  });

  it('shares the answer of a country between its regions that have no law of their own', async () => {
    const cms = await serveCms({ regions: 'CA-QC, US-CA' });
    const client = createCmsClient({ api: cms.api });
    await client.get(germany);
    for (const region of [null, 'BY', 'DE-NW']) await client.get({ ...germany, region });
    expect(cms.asked).toHaveLength(1);
    for (const region of ['CA', 'US-CA', 'NV', 'NY']) await client.get({ ...california, region });
    expect(cms.asked.slice(1).map(({ headers }) => headers['x-vercel-ip-country-region'])).toEqual([
      'CA',
      'US-CA',
      undefined,
    ]);
  });

  it('makes one object of what says the same, whatever the country, and tells nobody the country of another', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api });
    const [one, other] = [await client.get(germany), await client.get({ ...germany, country: 'FR' })];
    expect(one).toBe(other);
    expect(one?.jurisdiction).toEqual({ country: null, model: 'opt-in' });
  });

  it('keeps as much after 100,000 requests with made-up places and languages as after a thousand', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const letter = (at: number) => letters[at % letters.length]!;
    let asked = 0;
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      asked += 1;
      const country = new Headers(headers).get('x-country');
      const config = createTestConfig({ jurisdiction: { country } });
      return new Response(JSON.stringify(config), { headers: { 'consent-regions': 'CA-QC' } });
    });
    const client = createCmsClient({ api: 'http://cms.invalid/api/consent', now: () => 1 });
    const configs = new Set<unknown>();
    for (let n = 0; n < 100_000; n += 1) {
      const country = letter(n) + letter(Math.floor(n / 26));
      const query = { locale: `x-${n}`, country, region: `${letter(n)}${n % 10}` };
      configs.add(client.fresh(query) ?? (await client.get(query)));
    }
    expect(configs.size).toBe(1);
    // Once for each of 676 countries, and for each of the first languages that nobody knows.
    expect(asked).toBeLessThanOrEqual(676 + 100);
    vi.unstubAllGlobals();
  });

  it('tries again a language that the CMS did not know', async () => {
    let time = 1;
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, now: () => time });
    const french = { ...germany, locale: 'fr' };
    await client.get(french);
    await client.get(french);
    expect((await client.get(french))?.locale).toBe('en');
    cms.answer.body = createTestConfig({ locale: 'fr' });
    time += 60_001;
    await expect.poll(async () => (await client.get(french))?.locale).toBe('fr');
  });

  it('has at hand what is fresh, and nothing that has to be asked for', async () => {
    let time = 1;
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, now: () => time });
    expect(client.fresh(germany)).toBeNull();
    const config = await client.get(germany);
    expect(client.fresh(germany)).toBe(config);
    expect(client.fresh(california)).toBeNull();
    time += 1;
    client.expire();
    expect(client.fresh(germany), 'known to be old').toBeNull();
    await client.get(germany);
    expect(client.fresh(germany)).not.toBeNull();
    time += 60_000;
    expect(client.fresh(germany), 'older than a minute').toBeNull();
  });

  it('forgets the places that were asked for longest ago', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, max: 2 });
    for (const country of ['DE', 'FR', 'IT', 'DE']) await client.get({ ...germany, country });
    expect(cms.asked).toHaveLength(4);
  });

  it('serves an older configuration at once and renews it behind', async () => {
    let time = 1;
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, now: () => time });
    await client.get(germany);
    time += 59_000;
    await client.get(germany);
    expect(cms.asked).toHaveLength(1);
    time += 2000;
    cms.answer.body = createTestConfig({ versions: { policyVersion: 'ffffffff' } });
    expect((await client.get(germany))?.versions.policyVersion).toBe('a0a0a0a0');
    await expect.poll(async () => (await client.get(germany))?.versions.policyVersion).toBe('ffffffff');
    expect(cms.asked).toHaveLength(2);
  });

  it('C1, D2: serves no visitor of a rare place what held when the last one came', async () => {
    let time = 1;
    const cms = await serveCms({
      body: createTestConfig({ jurisdiction: { country: 'CL', model: 'notice' } }),
    });
    const client = createCmsClient({ api: cms.api, now: () => time });
    const chile = { ...germany, country: 'CL' };
    expect((await client.get(chile))?.jurisdiction.model).toBe('notice');
    cms.answer.body = createTestConfig({ jurisdiction: { country: 'CL', model: 'opt-in' } });
    time += 600_000;
    expect((await client.get(chile))?.jurisdiction.model).toBe('opt-in');
  });

  it.each([
    ['Germany', germany],
    ['nowhere known', { ...germany, country: null }],
  ])(
    'C1: judges a visitor of %s as anyone where the CMS answers for the country of the server',
    async (_name, query) => {
      const cms = await serveCms({
        body: createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }),
        etag: '"a:en:opt-out"',
      });
      let time = 1;
      const warnings: string[] = [];
      const client = createCmsClient({
        api: cms.api,
        now: () => time,
        warn: (message) => warnings.push(message),
      });
      expect((await client.get(query))?.jurisdiction).toEqual({ country: null, model: 'opt-in' });
      expect(client.fresh(query)?.jurisdiction.model).toBe('opt-in');
      time += 61_000;
      await client.get(query);
      await expect.poll(() => cms.asked.length).toBe(2);
      expect(cms.asked[1]?.headers['if-none-match'], 'its etag is of another visitor').toBeUndefined();
      expect((await client.get({ ...query, country: 'US' }))?.jurisdiction.model).toBe('opt-out');
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain("jurisdiction: { headers: ['x-country'] }");
    },
  );

  it('takes the model of a CMS that does not say the country', async () => {
    const cms = await serveCms({
      body: createTestConfig({ jurisdiction: { country: null, model: 'notice' } }),
    });
    const client = createCmsClient({ api: cms.api });
    expect((await client.get(germany))?.jurisdiction).toEqual({ country: null, model: 'notice' });
  });

  it('renews by etag', async () => {
    let time = 1;
    const cms = await serveCms({ etag: '"a:en:opt-in"' });
    const client = createCmsClient({ api: cms.api, now: () => time });
    await client.get(germany);
    time += 61_000;
    await client.get(germany);
    await expect.poll(() => cms.asked.length).toBe(2);
    expect(cms.asked[1]?.headers['if-none-match']).toBe('"a:en:opt-in"');
    await expect.poll(async () => (await client.get(germany))?.enabled).toBe(true);
  });

  it('C1: keeps the last configuration while the CMS is away', async () => {
    let time = 1;
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, now: () => time });
    await client.get(germany);
    await cms.stop();
    time += 3_600_000;
    expect((await client.get(germany))?.enabled).toBe(true);
    await expect.poll(async () => (await client.get(germany))?.enabled).toBe(true);
    expect(await client.get(california)).toBeNull();
    expect(client.lastGood('en')?.enabled).toBe(true);
    expect(client.lastGood('de')).toBeNull();
  });

  it('C1: keeps the last configuration however many languages visitors make up', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api, max: 5 });
    cms.answer.body = createTestConfig({ locale: 'de' });
    await client.get({ ...germany, locale: 'de' });
    cms.answer.body = createTestConfig({ locale: 'en' });
    for (let n = 0; n < 120; n++) await client.get({ ...germany, locale: `x${n}` });
    expect(client.lastGood('de')?.locale).toBe('de');
    expect(client.lastGood('en')?.locale).toBe('en');
    expect(client.lastGood('x3')?.locale, 'the one that stands in').toBe('en');
    expect(client.lastGood(null)?.locale).toBe('en');
  });

  it('does not wait for a CMS that hangs, and leaves it alone for a while', async () => {
    let time = 1;
    const cms = await serveCms({ silent: true });
    const client = createCmsClient({ api: cms.api, timeoutMs: 500, now: () => time });
    expect(await client.get(germany)).toBeNull();
    expect(await client.get(california)).toBeNull();
    expect(cms.asked).toHaveLength(1);
    time += 5001;
    expect(await client.get(germany)).toBeNull();
    expect(cms.asked).toHaveLength(2);
  });

  it.each([400, 404, 414, 431])(
    'goes on asking for others when it refuses one visitor: %i',
    async (status) => {
      let time = 1;
      const cms = await serveCms({ status });
      const client = createCmsClient({ api: cms.api, now: () => time });
      const odd = { ...germany, locale: 'odd' };
      expect(await client.get(odd)).toBeNull();
      cms.answer.status = 200;
      expect(await client.get(odd), 'left alone for a while').toBeNull();
      expect(await client.get(germany)).not.toBeNull();
      expect(cms.asked).toHaveLength(2);
      time += 5001;
      expect(await client.get(odd)).not.toBeNull();
    },
  );

  it.each([429, 500, 503])('leaves a CMS alone that is unwell: %i', async (status) => {
    const cms = await serveCms({ status });
    const client = createCmsClient({ api: cms.api });
    expect(await client.get(germany)).toBeNull();
    expect(await client.get(california)).toBeNull();
    expect(cms.asked).toHaveLength(1);
  });

  it('says where it asked in vain and why, in a few words', async () => {
    const complaint = (api: string, locale = 'en') =>
      fetchConfig(api, { ...germany, locale }, undefined, 500).then(String, (error: Error) => error.message);
    expect(await complaint('http://127.0.0.1:9/api/consent')).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/api\/consent\/config\?locale=en could not be reached: (ECONNREFUSED|bad port)$/,
    );
    const page = await serveCms({ text: '<!doctype html><title>Strapi Admin</title>' });
    expect(await complaint(page.api)).toContain('no JSON; name as "cms" the address of Strapi itself');
    const silent = await serveCms({ silent: true });
    expect(await complaint(silent.api)).toContain('it took too long to answer');

    const warnings: string[] = [];
    const client = createCmsClient({
      api: (await serveCms({ status: 400 })).api,
      warn: (message) => warnings.push(message),
    });
    await client.get({ ...germany, locale: '!'.repeat(7000) });
    expect(warnings[0]!.length).toBeLessThan(600);
  });

  it.each([
    ['an error', { status: 500 }],
    ['a redirect', { status: 302 }],
    ['something that is no configuration', { body: { enabled: true } }],
    ['an unknown model', { body: { ...createTestConfig(), jurisdiction: { country: 'DE', model: 'open' } } }],
  ])('C1: takes nothing from %s and says so once', async (_name, answer) => {
    const cms = await serveCms(answer);
    const warnings: string[] = [];
    const client = createCmsClient({ api: cms.api, warn: (message) => warnings.push(message) });
    expect(await client.get(germany)).toBeNull();
    expect(await client.get(germany)).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('G3: asks again at once after an answer said that the configuration is old', async () => {
    const cms = await serveCms();
    const client = createCmsClient({ api: cms.api });
    await client.get(germany);
    cms.answer.body = createTestConfig({ versions: { policyVersion: 'ffffffff' } });
    client.expire();
    expect((await client.get(germany))?.versions.policyVersion).toBe('ffffffff');
    await client.get(germany);
    expect(cms.asked).toHaveLength(2);
  });

  it('D2: serves no law of yesterday after midnight in UTC, also while the CMS is away', async () => {
    const chile = { ...germany, country: 'CL' };
    const answered = (model: ConsentModel) => createTestConfig({ jurisdiction: { country: 'CL', model } });
    const midnight = Date.parse('2026-12-01T00:00:00Z');
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
    try {
      const cms = await serveCms({ body: answered('notice') });
      const client = createCmsClient({ api: cms.api });
      expect((await client.get(chile))?.jurisdiction.model).toBe('notice');
      cms.answer.body = answered('opt-in');
      clock.setSystemTime(midnight);
      expect(client.fresh(chile)).toBeNull();
      expect((await client.get(chile))?.jurisdiction.model).toBe('opt-in');
      expect(client.fresh(chile)?.jurisdiction.model).toBe('opt-in');
      clock.setSystemTime(midnight + 86_400_000);
      await cms.stop();
      expect(await client.get(chile)).toBeNull();
      expect(client.lastGood('en')?.enabled).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a configuration for a visitor of whom nothing is known', () => {
  it('L: grants by no older decision what Global Privacy Control may forbid there', () => {
    const anyones = forAnyone(createTestConfig());
    const cookie = encodeConsentCookie(
      cookieFor({
        consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        decisions: { functional: true, analytics: true, marketing: true },
        versions: anyones.versions,
        model: 'opt-in',
        source: 'banner',
        decidedAt: Math.floor(Date.now() / 1000) - 86_400,
      }),
    );
    const granted = (gpc: boolean) => {
      const { decisions } = resolveConsent(cookie, anyones, { gpc });
      return Object.keys(decisions).filter((key) => decisions[key]);
    };
    expect(granted(true)).toEqual(['functional']);
    expect(granted(false)).toEqual(['functional', 'analytics', 'marketing']);
  });
});
