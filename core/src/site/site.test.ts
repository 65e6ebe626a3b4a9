import { describe, expect, it } from 'vitest';
import { config, granted, PAGE, requestTo, siteOf } from '../../tests/shop-site.ts';
import type { ConsentConfig, ConsentCookieV1 } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { PagePayload } from '../contract/payload.ts';
import { withBases } from '../rules/basis.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import type { CreateSiteOptions } from './options.ts';
import { createSite } from './site.ts';
import type { Visit } from './visit.ts';

describe('a site', () => {
  it.each([
    [
      { config },
      'createSite(): files is missing; use the address of the folder page-files with its last slash',
    ],
    [{ config, files: '/page-files' }, 'createSite(): files is "/page-files"; use the address of the folder'],
    [{ cms: 'cms.example', files: '/f/' }, 'createSite(): cms is no web address; write it with its scheme'],
    [{ cms: 'localhost:1337', files: '/f/' }, 'createSite(): cms is no web address'],
  ])('is not made without what it needs, and says what to write: %#', (options, message) => {
    expect(() => createSite(options as CreateSiteOptions)).toThrow(message);
  });

  it('says the same of an address that is only asked for when it is needed', () => {
    const site = createSite({ cms: () => 'cms.example', files: '/f/' });
    expect(() => site.api()).toThrow('createSite(): cms is no web address');
  });
});

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

  it('has the words for what is on before a choice where the law lets it be, or is not known yet', () => {
    const saysWhy = (options: Parameters<typeof siteOf>[0]) =>
      (siteOf(options).visit(requestTo(PAGE), { locale: 'fr' }) as Visit).preferences.includes(
        'basisObjection',
      );
    const american = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
    expect([saysWhy({}), saysWhy({ config: american }), saysWhy({ render: 'neutral' })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  describe('of whom another site sends, without the cookie', () => {
    const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const page = { ...from, 'sec-fetch-dest': 'document' };
    const frame = { ...from, 'sec-fetch-dest': 'iframe' };
    const visitOf = (sameSite: 'lax' | 'strict', init: RequestInit) => {
      const american = createTestConfig({
        jurisdiction: { country: 'US', model: 'opt-out' },
        cookie: { sameSite },
      });
      return siteOf({ config: american, consentCookies: true }).visit(requestTo(PAGE, init)) as Visit;
    };

    it.each([
      ['a link, where the cookie is strict', 'strict', { headers: page }],
      ['a form, as a payment provider has it', 'lax', { method: 'POST', headers: page }],
      ['a frame', 'lax', { headers: frame }],
      ['a link in that frame', 'lax', { headers: { ...frame, 'sec-fetch-site': 'same-origin' } }],
      ['a script', 'lax', { headers: { ...from, 'sec-fetch-dest': 'empty' } }],
    ] as const)(
      'C3: grants nothing that they may have refused, and leaves it to the page: %s',
      (_, sameSite, init) => {
        const visit = visitOf(sameSite, init);
        expect([visit.has('necessary'), visit.has('marketing')]).toEqual([true, false]);
        expect(visit.resolved.decisions).toEqual({ functional: false, analytics: false, marketing: false });
        const first = visitOf(sameSite, {});
        expect([visit.head, visit.banner]).toEqual([first.head, first.banner]);
      },
    );

    it('is what the law lets be on where the browser sends the cookie, if there is one', () => {
      for (const init of [
        { headers: page },
        { headers: { ...page, 'sec-fetch-site': 'same-site' } },
        { method: 'POST' },
      ]) {
        expect(visitOf('lax', init).has('marketing')).toBe(true);
      }
      expect(visitOf('strict', { headers: { ...page, 'sec-fetch-site': 'none' } }).has('marketing')).toBe(
        true,
      );
    });

    it('goes by the cookie where that comes all the same', () => {
      const cookie = granted({ marketing: true });
      const visit = visitOf('lax', { method: 'POST', headers: { ...page, cookie } });
      expect([visit.has('marketing'), visit.has('analytics')]).toEqual([true, false]);
    });
  });

  it('C3: asks nobody who has decided', () => {
    const headers = { cookie: granted({ analytics: true }) };
    const visit = siteOf().visit(requestTo(PAGE, { headers })) as Visit;
    expect([visit.has('analytics'), visit.has('marketing')]).toEqual([true, false]);
    expect(visit.banner).toBe('');
    expect(visit.manage).toContain('data-consent-manage');
  });

  it.each([
    ['zh-TW', undefined],
    ['zh-HK', undefined],
    ['no-NO', undefined],
    ['nn-NO', undefined],
    ['iw-IL', 'rtl'],
  ])(
    'declares no other language where the one of the page is built in under another tag: %s',
    (locale, dir) => {
      const { banner, manage, preferences, speech } = siteOf().visit(requestTo(PAGE), { locale }) as Visit;
      expect([speech.lang, speech.dir]).toEqual([undefined, dir]);
      for (const html of [banner, preferences]) {
        const [tag = ''] = /^<(section|dialog)[^>]*>/.exec(html) ?? [];
        expect(tag).not.toContain(' lang=');
        expect(tag.includes(' dir="rtl"')).toBe(dir === 'rtl');
      }
      expect(manage).not.toContain('lang="en"');
    },
  );

  it('says the direction of words in another language than the page', () => {
    const opening = /^<(section|dialog)[^>]* lang="en" dir="ltr"/;
    const visit = siteOf().visit(requestTo(PAGE), { locale: 'ur-PK' }) as Visit;
    for (const html of [visit.banner, visit.preferences, visit.preferencesPage('/')]) {
      expect(html).toMatch(opening);
    }
  });

  it('says in its banner nothing that is not true for this visitor', () => {
    const american = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
    const site = siteOf({ config: american });
    const refused = {
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics: false, marketing: false },
      versions: american.versions,
      model: 'opt-out',
      source: 'banner',
      decidedAt: 1,
    } as const;
    const notes = (cookie = '') =>
      [
        ...(site.visit(requestTo(PAGE, { headers: { cookie } })) as Visit).banner.matchAll(
          /data-consent-part="(opt-out|notice|changed)"/g,
        ),
      ].map(([, part]) => part);
    const again = (functional: 0 | 1, older: Partial<ConsentCookieV1> = {}) => {
      const cookie = { ...cookieFor(refused), ...older };
      return notes(`pl-consent=${encodeConsentCookie({ ...cookie, d: { ...cookie.d, functional } })}`);
    };
    expect(notes()).toEqual(['opt-out']);
    expect([again(0), again(1)], 'expired').toEqual([[], ['opt-out']]);
    const t = Math.floor(Date.now() / 1000) - 60;
    expect(again(0, { t, cv: 'before' })).toEqual(['changed']);
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

  it('C1: grants nothing that its law grants by default, which one of those who get it may have refused', () => {
    const visit = siteOf({ render: 'model' }).visit(
      requestTo(PAGE, { headers: { 'consent-model': 'none' } }),
    ) as Visit;
    expect(visit.config?.jurisdiction.model).toBe('none');
    expect(Object.values(visit.resolved.decisions)).not.toContain(true);
    expect([visit.has('necessary'), visit.has('analytics'), visit.has({ not: 'analytics' })]).toEqual([
      true,
      false,
      true,
    ]);
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

describe('a site that tells advertising by the sections of states', () => {
  const american = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
  const from = (place: Record<string, string>) => ({ headers: place });
  const californian = from({ 'cf-ipcountry': 'US', 'cf-region-code': 'CA' });
  const texan = from({ 'cf-ipcountry': 'US', 'x-vercel-ip-country-region': 'US-TX' });
  const told = ({ payload }: Visit) => payload.config?.jurisdiction.region;

  it('tells a page the state of its visitor, and keeps it in nothing that others get', () => {
    const site = siteOf({ config: american, gpp: 'state' });
    const [one, other, unknown] = [californian, texan, from({ 'cf-ipcountry': 'US' })].map(
      (init) => site.visit(requestTo(PAGE, init)) as Visit,
    );
    expect([told(one!), told(other!), told(unknown!)]).toEqual(['US-CA', 'US-TX', undefined]);
    expect([one, other, unknown].map((visit) => /"region":"[^"]*"/.exec(visit!.head)?.[0])).toEqual([
      '"region":"US-CA"',
      '"region":"US-TX"',
      undefined,
    ]);
    expect(one!.withTexts({ rejectAll: 'No' }).head).toContain('US-CA');
    expect(one!.headers).toEqual({ 'cache-control': 'private', vary: 'Cookie' });
    // What is made once for all: the configuration, its file, and all other parts of the page.
    expect(one!.config).toBe(other!.config);
    expect(one!.config?.jurisdiction).not.toHaveProperty('region');
    expect(one!.payload.content).toBe(other!.payload.content);
    expect(one!.payload.key).toBe(unknown!.payload.key);
    expect(one!.banner).toBe(unknown!.banner);
  });

  it('says nothing of a place elsewhere, under another model, or where it is not asked to', () => {
    for (const [options, init] of [
      [{ config: american, gpp: true }, californian],
      [{ config: american }, californian],
      [{ config, gpp: 'state' }, californian],
      [{ config: american, gpp: 'state' }, from({ 'cf-ipcountry': 'KR', 'cf-region-code': '11' })],
    ] as const)
      expect((siteOf(options).visit(requestTo(PAGE, init)) as Visit).head).not.toContain('"region":"');
  });

  it('answers the page that is the same for all with its visitor’s state, for this visitor alone', async () => {
    const site = siteOf({ config: american, gpp: 'state', render: 'neutral' });
    expect((site.visit(requestTo(PAGE, californian)) as Visit).head).not.toContain('"region":"');
    const asked = (init: RequestInit) =>
      site.handle(requestTo('https://shop.example/_consent/config', init)) as Promise<Response>;
    const answer = await asked(californian);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await answer.json()).config.jurisdiction.region).toBe('US-CA');
    const known = { 'if-none-match': answer.headers.get('etag')! };
    expect((await asked({ headers: { ...californian.headers, ...known } })).status).toBe(304);
    expect((await asked({ headers: { ...texan.headers, ...known } })).status).toBe(200);
  });

  it('has the page ask the CMS for it where no site stands between them', () => {
    const source = (locale: string | null, gpp?: 'state') => {
      const options = { cms: 'https://cms.example', known: { '': american }, routes: false, gpp };
      const site = createSite({ ...options, files: '/page-files/' });
      return (site.visit(requestTo(PAGE), { locale, atBuild: true }) as Visit).payload.source;
    };
    const config = 'https://cms.example/api/consent/config';
    expect([source(null, 'state'), source('de', 'state'), source('de')]).toEqual([
      `${config}?with=region`,
      `${config}?locale=de&with=region`,
      `${config}?locale=de`,
    ]);
  });
});

describe('a site below a path of its host', () => {
  const site = siteOf({ basePath: '/docs/_consent', frontPage: '/docs/' });

  it('I6: leads back to its own front page where no page is named, or none of its host', async () => {
    const visit = site.visit(requestTo('https://shop.example/docs/_consent/preferences')) as Visit;
    for (const returnTo of [undefined, null, '', '//evil.example']) {
      const html = visit.preferencesPage(returnTo, true);
      expect(html).toContain('name="return" value="/docs/"');
      expect(html).toContain('href="/docs/"');
    }
    expect(visit.preferencesPage('/docs/cart')).toContain('name="return" value="/docs/cart"');
    const form = { method: 'POST', headers: { origin: 'https://shop.example' } };
    const decided = await site.handle(
      requestTo('https://shop.example/docs/_consent/decide', {
        ...form,
        body: new URLSearchParams({ action: 'reject-all' }),
      }),
    )!;
    expect([decided.status, decided.headers.get('location')]).toEqual([303, '/docs/']);
    const ended = await site.handle(
      requestTo('https://shop.example/docs/_consent/preview', { ...form, body: new URLSearchParams() }),
    )!;
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/docs/']);
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

  it('is one configuration for all countries under one law', async () => {
    let country = '';
    const site = siteOf({
      config: () => ({ ...config, jurisdiction: { country, region: country, model: 'opt-in' } }),
    });
    const configs = new Set<ConsentConfig | null>();
    for (const first of 'ABCDEFGHIJKL') {
      for (const second of 'ABCDEFGHIJKL') {
        country = first + second;
        configs.add((await site.visit(requestTo(PAGE))).config);
      }
    }
    expect([...configs].map((one) => one?.jurisdiction)).toEqual([{ country: null, model: 'opt-in' }]);
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
