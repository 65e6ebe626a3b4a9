import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import type { ConsentConfig } from '../contract/config.ts';
import { createTestConfig, inertConfig } from '../contract/default-config.ts';
import type { PagePayload } from '../contract/payload.ts';
import type { Presentation } from '../contract/presentation.ts';
import { readSiteStatement, signedText } from '../contract/site-statement.ts';
import { withBases } from '../rules/basis.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import type { CreateSiteOptions } from './options.ts';
import { createSite, type Site } from './site.ts';
import type { Visit } from './visit.ts';

/** It leaves what the interface says to the site. */
const config = createTestConfig({ banner: { labels: inertConfig().banner.labels } });
const PAGE = 'https://shop.example/cart?step=2';

const siteOf = (options: Partial<CreateSiteOptions> = {}) =>
  createSite({ config, files: '/page-files/', warn: () => {}, ...options });

const requestTo = (url: string, init: RequestInit = {}) => new Request(url, init);

/** The cookie header of a decision. */
const granted = (grants: Record<string, boolean>) =>
  `pl-consent=${encodeConsentCookie(
    cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics: false, marketing: false, ...grants },
      versions: config.versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) - 60,
    }),
  )}`;

describe('a visit', () => {
  it('is judged at once where the configuration is at hand', () => {
    const visit = siteOf().visit(requestTo(PAGE)) as Visit;
    expect(visit.resolved.status).toBe('undecided');
    expect([visit.has('necessary'), visit.has('analytics')]).toEqual([true, false]);
    expect(visit.headers).toEqual({ 'cache-control': 'private', vary: 'Cookie' });
  });

  it('holds the HTML of its page, whose forms lead back to it', () => {
    const visit = siteOf().visit(requestTo(PAGE), { locale: 'de' }) as Visit;
    expect(visit.head).toMatch(
      /^<script type="application\/json" data-consent-config>[^<]*<\/script><script data-consent-mode data-consent-files="\/page-files\/">[\s\S]+<\/script>$/,
    );
    expect(visit.banner).toContain('name="return" value="/cart?step=2"');
    expect(visit.banner).toContain('Alle ablehnen');
    expect(visit.preferences).toMatch(/^<dialog data-consent-preferences/);
    expect(visit.manage).toContain('action="/_consent/preferences"');
    expect(visit.withTexts({ rejectAll: 'Nein danke' }).banner).toContain('Nein danke');
    expect(visit.banner).not.toContain('Nein danke');
  });

  it('C3: asks nobody who has decided', () => {
    const headers = { cookie: granted({ analytics: true }) };
    const visit = siteOf().visit(requestTo(PAGE, { headers })) as Visit;
    expect([visit.has('analytics'), visit.has('marketing')]).toEqual([true, false]);
    expect(visit.banner).toBe('');
    expect(visit.manage).toContain('data-consent-manage');
  });

  it('is the same for all on a neutral site, and may be kept by a shared cache', () => {
    const site = siteOf({ render: 'neutral' });
    const visits = [{}, { cookie: granted({ analytics: true }) }].map(
      (headers) => site.visit(requestTo(PAGE, { headers: headers as HeadersInit })) as Visit,
    );
    expect(visits.map(({ headers }) => headers)).toEqual([{}, {}]);
    expect(visits[0]!.head).toBe(visits[1]!.head);
    expect(visits[0]!.banner).toBe(visits[1]!.banner);
    expect(visits[1]!.has('analytics')).toBe(false);
  });

  it('C1: is that of a consent model where the edge names one that exists, and grants nothing before it is confirmed', () => {
    const site = siteOf({ render: 'model' });
    const named = (model: string) =>
      site.visit(
        requestTo(PAGE, { headers: { 'consent-model': model, cookie: granted({ analytics: true }) } }),
      ) as Visit;
    const { payload, banner, headers } = named('opt-out');
    expect([payload.config?.jurisdiction, payload.head.asks]).toEqual([
      { country: null, model: 'opt-out' },
      true,
    ]);
    expect(payload.source).toBe('/_consent/config');
    expect(banner).toContain('data-model="opt-out"');
    expect(headers).toEqual({ vary: 'consent-model' });
    expect(named('none').payload.head.asks).toBe(false);
    const unknown = siteOf({ render: 'model', config: async () => config });
    const asked = unknown.visit(requestTo(PAGE, { headers: { 'consent-model': 'all' } })) as Promise<Visit>;
    return asked.then(({ payload: { config: neutral, head } }) => {
      expect([neutral?.pending, neutral?.jurisdiction.model, head.asks]).toEqual(['model', 'opt-in', false]);
    });
  });

  it('asks for consent to everything where all of a model share it, until it is known where its visitor is', async () => {
    const bases = { GB: { analytics: 'objection' }, FR: { analytics: 'exempt' } } as const;
    const inPlace = async ({ country }: { country: string | null }) => ({
      ...config,
      categories: withBases(config.categories, bases[country as 'GB'] ?? {}),
    });
    const site = siteOf({ render: 'model', config: inPlace });
    const basisIn = ({ config }: Pick<PagePayload, 'config'>) =>
      config?.categories.find(({ key }) => key === 'analytics')?.basis;
    for (const country of ['GB', 'FR', 'DE'] as const) {
      const headers = { 'consent-model': 'opt-in', 'cf-ipcountry': country };
      const shared = await site.visit(requestTo(PAGE, { headers }));
      // Not even where the request tells it: the page is kept for whoever comes next.
      expect(basisIn(shared.payload)).toBeUndefined();
      const answer = await site.handle(requestTo('https://shop.example/_consent/config', { headers }))!;
      expect(basisIn(await answer.json())).toBe({ ...bases, DE: undefined }[country]?.analytics);
    }
  });

  it('is the visitor’s own on the preferences page of every site', () => {
    const address = 'https://shop.example/_consent/preferences?return=/';
    const request = requestTo(address, { headers: { cookie: granted({ analytics: true }) } });
    const visit = siteOf({ render: 'neutral' }).visit(request) as Visit;
    expect([visit.visitor, visit.has('analytics')]).toEqual([true, true]);
    expect(visit.headers).toEqual({ 'cache-control': 'private', vary: 'Cookie' });
  });

  it('hands on plain data, and says where its files are', () => {
    const site = siteOf({ files: '/scripts/' });
    const visit = site.visit(requestTo(PAGE)) as Visit;
    expect(Object.keys(visit).sort()).toEqual(
      ['basePath', 'config', 'gpc', 'locale', 'payload', 'resolved', 'view', 'visitor'].sort(),
    );
    expect(visit.head).toContain(' data-consent-files="/scripts/">');
  });

  it('C1: grants and shows nothing where no configuration is known', async () => {
    const visit = await siteOf({ config: async () => null }).visit(requestTo(PAGE));
    expect([visit.has('necessary'), visit.banner, visit.preferences, visit.manage]).toEqual([
      false,
      '',
      '',
      '',
    ]);
  });
});

describe('two sites in one process', () => {
  it('have their own configuration, texts and routes', () => {
    const one = siteOf({ t: { en: { acceptAll: 'Fine' } } });
    const other = siteOf({
      config: createTestConfig({ jurisdiction: { country: null, model: 'opt-out' } }),
      basePath: '/privacy',
    });
    const [first, second] = [one, other].map(
      (site) => site.visit(requestTo(PAGE), { locale: 'en' }) as Visit,
    );
    expect(first!.banner).toContain('Fine');
    expect(second!.banner).not.toContain('Fine');
    expect([first!.has('analytics'), second!.has('analytics')]).toEqual([false, true]);
    expect(second!.banner).toContain('action="/privacy/decide"');
    expect(one.handle(requestTo('https://shop.example/privacy/config'))).toBeNull();
    expect(other.handle(requestTo('https://shop.example/privacy/config'))).not.toBeNull();
  });
});

describe('what a site prepares', () => {
  it('is kept for as many languages as a site may have, however many visitors make up', () => {
    const site = siteOf();
    const payloadIn = (locale: string) => (site.visit(requestTo(PAGE), { locale }) as Visit).payload;
    const first = payloadIn('x-0');
    for (let made = 1; made < 100; made += 1) payloadIn(`x-${made}`);
    expect(payloadIn('x-0')).toBe(first);
    payloadIn('x-100');
    expect(payloadIn('x-0')).not.toBe(first);
  });
});

describe('a module of the site that is asked for every visit', () => {
  it('is checked once for what says the same, and anew for what does not', async () => {
    let said: ConsentConfig = config;
    const site = siteOf({ config: () => ({ ...said }) });
    const first = await site.visit(requestTo(PAGE));
    const second = await site.visit(requestTo(PAGE));
    expect(second.config).toBe(first.config);
    expect(second.payload).toBe(first.payload);
    said = createTestConfig({ locale: 'fr' });
    expect((await site.visit(requestTo(PAGE))).config?.locale).toBe('fr');
  });

  it('C1: says what is wrong with its configuration, and grants nothing by it', async () => {
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const wrong = { ...config, locale: 7 } as never;
    const failing = () => {
      throw new Error('no file');
    };
    for (const module of [() => wrong, failing]) {
      expect((await siteOf({ config: module, warn }).visit(requestTo(PAGE))).config).toBeNull();
    }
    expect(warnings).toEqual([
      expect.stringContaining('The configuration module returned an invalid locale'),
      'The configuration module failed: no file',
    ]);
  });
});

describe('the routes of a site', () => {
  const at = (path: string) => `https://shop.example/_consent/${path}`;

  it('leave every other request alone', () => {
    const site = siteOf();
    for (const request of [
      requestTo(PAGE),
      requestTo(at('config'), { method: 'POST' }),
      requestTo(at('decide')),
      requestTo(at('elsewhere')),
      requestTo('https://shop.example/.well-known/gpc.json'),
    ])
      expect(site.handle(request)).toBeNull();
  });

  it('answer with the visitor’s configuration, and with 304 where it is known', async () => {
    const site = siteOf();
    const answer = await site.handle(requestTo(at('config')))!;
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(await answer.json()).toMatchObject({ visitor: true, config: { locale: 'en' } });
    const etag = answer.headers.get('etag')!;
    const known = await site.handle(requestTo(at('config'), { headers: { 'if-none-match': etag } }))!;
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    const headers = { 'if-none-match': etag, 'sec-gpc': '1' };
    expect((await site.handle(requestTo(at('config'), { headers }))!).status).toBe(200);
  });

  it('serve what pages leave out of their configuration for ever, and of another one what holds now', async () => {
    const site = siteOf();
    const asked = await site.handle(requestTo(at('c.0123456789abcdef.json')))!;
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { categories, banner, trackers } = await asked.json();
    expect(categories.map(({ label }: { label: string }) => label)).toEqual(
      config.categories.map(({ label }) => label),
    );
    expect([banner.title, trackers]).toEqual([config.banner.title, config.trackers]);
    expect(site.handle(requestTo(at('c.json')))).toBeNull();
  });

  it('I6: take the form of a visitor without JavaScript', async () => {
    const answer = await siteOf().handle(
      requestTo(at('decide'), {
        method: 'POST',
        headers: { origin: 'https://shop.example' },
        body: new URLSearchParams({ action: 'accept-all', return: '/cart' }),
      }),
    )!;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart']);
    const [, value] = /pl-consent=([^;]*)/.exec(answer.headers.get('set-cookie')!)!;
    expect(decodeConsentCookie(value)?.d).toEqual({ functional: 1, analytics: 1, marketing: 1 });
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
  });

  it('state that Global Privacy Control is honoured, from the day that the site names', async () => {
    const site = siteOf({ gpcLastUpdate: '2026-01-31' });
    const answer = await site.handle(requestTo('https://shop.example/.well-known/gpc.json'))!;
    expect(await answer.json()).toEqual({ gpc: true, lastUpdate: '2026-01-31' });
  });
});

describe('a site with a CMS', () => {
  let cms: Served | undefined;
  afterEach(async () => {
    vi.restoreAllMocks();
    await cms?.stop();
    cms = undefined;
  });

  it('asks it by the visitor’s place, and hands over a decision without JavaScript', async () => {
    const records: { forwarded: unknown; body: string }[] = [];
    cms = await serveHttp(async (request, response) => {
      if (request.url?.startsWith('/api/consent/config')) {
        const model = request.headers['x-country'] === 'US' ? 'opt-out' : 'opt-in';
        response.end(JSON.stringify(createTestConfig({ jurisdiction: { country: null, model } })));
        return;
      }
      let body = '';
      for await (const chunk of request) body += chunk;
      records.push({ forwarded: request.headers['x-forwarded-for'], body });
      response.writeHead(201).end('{}');
    });
    const { url } = cms;
    const site = createSite({ cms: () => url, files: '/page-files/' });
    const visit = await site.visit(requestTo(PAGE, { headers: { 'cf-ipcountry': 'US' } }));
    expect(visit.config?.jurisdiction.model).toBe('opt-out');
    const place = { country: 'US', region: 'CA' };
    expect((await site.visit(requestTo(PAGE), { place })).config?.jurisdiction.model).toBe('opt-out');
    const form = { method: 'POST', body: new URLSearchParams({ action: 'reject-all' }) };
    await site.handle(requestTo('https://shop.example/_consent/decide', form), { address: '192.0.2.7' });
    await expect.poll(() => records.length).toBe(1);
    expect(records[0]!.forwarded).toBe('192.0.2.7');
    expect(JSON.parse(records[0]!.body)).toMatchObject({ source: 'banner', decisions: { analytics: false } });
  });

  it('is told after a minute how many first visits had a banner: one for a page, however often it is written', async () => {
    const batches: string[] = [];
    cms = await serveHttp(async (request, response) => {
      if (request.url?.startsWith('/api/consent/config'))
        return response.end(
          JSON.stringify(createTestConfig({ jurisdiction: { country: null, model: 'opt-in' } })),
        );
      let body = '';
      for await (const chunk of request) body += chunk;
      batches.push(`${request.url} ${body}`);
      return response.writeHead(204).end();
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const site = createSite({ cms: cms.url, files: '/page-files/', isBot: (agent) => agent === 'bot' });
      const pageOf = async (headers: Record<string, string>) => site.visit(requestTo(PAGE, { headers }));
      const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', 'cf-ipcountry': 'FR' };
      const visit = await pageOf(browser);
      // Asset, API or redirect: no banner was written.
      await pageOf(browser);
      expect(visit.withTexts({ rejectAll: 'No' }).banner + visit.banner).toContain('data-consent-banner');
      const { banner } = await pageOf({ ...browser, cookie: granted({ analytics: true }) });
      expect([banner, (await pageOf({ 'user-agent': 'bot' })).banner === '']).toEqual(['', false]);
      const asking = { headers: { ...browser, 'sec-fetch-site': 'same-origin' } };
      await site.handle(requestTo('https://shop.example/_consent/config', asking));
      vi.advanceTimersByTime(60_000);
      await expect.poll(() => batches.length).toBe(1);
      expect(batches[0]).toMatch(/^\/api\/consent\/impressions \{/);
      const { shown } = JSON.parse(batches[0]?.slice(batches[0].indexOf('{')) ?? '');
      expect(shown).toMatchObject([{ country: 'FR', device: 'desktop', n: 2 }]);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('that knows its secret', () => {
    const secret = 'a secret of more than 32 characters'.replaceAll(' ', '-');
    const submission = {
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { analytics: true },
      versions: config.versions,
      source: 'banner',
      locale: 'en',
    };
    const post = (site: Site, headers: Record<string, string> = {}, changes: object = {}) =>
      site.handle(
        requestTo('https://shop.example/_consent/records', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'cf-ipcountry': 'US', ...headers },
          body: JSON.stringify({ ...submission, ...changes }),
        }),
      )!;
    /** A CMS that answers so to records and presentations, and what it was sent. */
    async function cmsAnswering(status: number, presented: number = status) {
      const answers = { status, presented };
      const sent: { path: string; statement: string; signature: unknown; body: string }[] = [];
      cms = await serveHttp(async (request, response) => {
        if (request.url?.startsWith('/api/consent/config')) {
          const jurisdiction = { country: null, model: 'opt-out' as const };
          response.end(JSON.stringify(createTestConfig({ jurisdiction })));
          return;
        }
        let body = '';
        for await (const chunk of request) body += chunk;
        const { 'consent-site-statement': statement, 'consent-site-signature': signature } = request.headers;
        sent.push({ path: String(request.url), statement: String(statement), signature, body });
        response
          .writeHead(request.url?.endsWith('/presentations') ? answers.presented : answers.status, {
            'consent-presentation': 'unknown',
          })
          .end('{"error":{"message":"CMS and site need the same secret"}}');
      });
      return { sent, url: cms.url, answers };
    }

    it('signs what it hands over: place, model and time, with the record', async () => {
      const { sent, url } = await cmsAnswering(201);
      const site = createSite({ cms: url, files: '/page-files/', secret: `${secret} the-one-before` });
      const forged = { 'consent-site-statement': 't=1;country=DE', 'consent-site-signature': 'x' };
      expect((await post(site, forged)).status).toBe(201);
      const [{ statement, signature, body } = { statement: '', signature: '', body: '' }] = sent;
      expect(readSiteStatement(statement)).toMatchObject({ country: 'US', region: null, model: 'opt-out' });
      expect(Math.abs(readSiteStatement(statement)!.at - Date.now() / 1000)).toBeLessThan(60);
      const right = createHmac('sha256', secret).update(signedText('record', statement, body));
      expect(signature).toBe(right.digest('hex'));
    });

    it('names how the choice was presented, and hands that over when the CMS asks for it', async () => {
      const { sent, url } = await cmsAnswering(201);
      const t = { en: { optOutNote: 'Ours: opt out' } };
      const site = createSite({ cms: url, files: '/page-files/', secret, t });
      await post(site);
      await expect.poll(() => sent.length).toBe(2);
      const [record, presentation] = sent;
      expect(presentation?.path).toBe('/api/consent/presentations');
      const text = presentation?.body ?? '';
      const hash = createHash('sha256').update(text).digest('hex');
      expect(readSiteStatement(record?.statement ?? '')?.presentation).toBe(hash);
      const right = createHmac('sha256', secret).update(
        signedText('presentation', presentation?.statement ?? '', text),
      );
      expect(presentation?.signature).toBe(right.digest('hex'));
      const shown: Presentation = JSON.parse(text);
      expect(Object.keys(shown)).toEqual(Object.keys(shown).sort());
      expect(shown).toMatchObject({ model: 'opt-out', locale: 'en', texts: { optOutNote: 'Ours: opt out' } });
      expect(shown.integration).toMatch(/^@permesso\/consent-core \d/);
      const page = requestTo('https://shop.example/', { headers: { 'cf-ipcountry': 'US' } });
      const { banner } = await site.visit(page, { locale: 'en' });
      expect(shown.banner).toContain('Ours: opt out');
      expect(shown.banner, 'as on a page').toBe(banner.replace(/<(style|script)>.*?<\/\1>/gs, ''));
      expect(shown.bannerAgain).not.toBe(shown.banner);
      await post(createSite({ cms: url, files: '/page-files/', secret, t }));
      expect(sent[2]?.statement.split(';').at(-1), 'the same in another process').toBe(
        `presentation=${hash}`,
      );
    });

    it('does not say how it was presented where a page has words of its own, or it decided on something older', async () => {
      const { sent, url } = await cmsAnswering(201);
      const site = createSite({ cms: url, files: '/page-files/', secret });
      const stated = (statement = '') => readSiteStatement(statement)?.presentation;
      await post(site, {}, { versions: { ...config.versions, policyVersion: 'older' } });
      expect(stated(sent[0]?.statement)).toBeNull();
      const visit = await site.visit(requestTo(PAGE, { headers: { 'cf-ipcountry': 'US' } }));
      visit.withTexts({ rejectAll: 'Nope' });
      await post(site);
      expect(stated(sent[1]?.statement)).toBeNull();
    });

    it('keeps a record waiting where the CMS refuses the signature, and says why, once', async () => {
      const { url } = await cmsAnswering(403);
      const warnings: string[] = [];
      const warn = (message: string) => warnings.push(message);
      const site = createSite({ cms: url, files: '/page-files/', secret: () => secret, warn });
      const answer = await post(site);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      await post(site);
      expect(warnings).toEqual([expect.stringContaining('CMS and site need the same secret')]);
    });

    it('says anew what is refused after something was taken, and a hand-over that fails for itself', async () => {
      const { url, sent, answers } = await cmsAnswering(201, 500);
      const warnings: string[] = [];
      const warn = (message: string) => warnings.push(message);
      const site = createSite({ cms: url, files: '/page-files/', secret, warn });
      const refused = expect.stringContaining('refused what this site has signed');
      const unpresented = expect.stringContaining('How choices are presented could not be handed over');
      await post(site);
      await expect.poll(() => warnings).toEqual([unpresented]);
      answers.status = 403;
      await post(site);
      await post(site);
      expect(warnings).toEqual([unpresented, refused]);
      answers.status = 201;
      await post(site);
      await expect.poll(() => sent.length).toBe(6);
      answers.status = 403;
      await post(site);
      expect(warnings).toEqual([unpresented, refused, refused]);
    });

    it('does not sign with one that is too short, and says what to do', async () => {
      expect(() => siteOf({ secret: 'short' })).toThrow('openssl rand -hex 32');
      const { sent, url } = await cmsAnswering(201);
      const warnings: string[] = [];
      const warn = (message: string) => warnings.push(message);
      const site = createSite({ cms: url, files: '/page-files/', secret: () => 'short', warn });
      expect((await post(site)).status).toBe(201);
      expect(sent[0]?.statement).toBe('undefined');
      expect(warnings).toEqual([expect.stringContaining('openssl rand -hex 32')]);
    });
  });
});
