import { describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentCookieV1 } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { withBases } from '../rules/basis.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import { isGranted, resolveConsent } from '../rules/resolve.ts';
import type { CreateSiteOptions } from './options.ts';
import { createSite } from './site.ts';

const SERVICES = { ga: 'analytics', matomo: 'analytics', maps: 'functional', cart: 'functional' };

/** Services of analytics, and of a category that is required by now. */
const base = createTestConfig({
  trackers: Object.entries(SERVICES).map(([key, categoryKey]) => ({
    id: key,
    key,
    name: key,
    categoryKey,
    kind: 'cookie-only' as const,
  })),
});
const config = withServices({
  ...base,
  categories: base.categories.map((one) => (one.key === 'functional' ? { ...one, required: true } : one)),
});
const byService: ConsentConfig = { ...config, granularity: 'service' };
const exempt = { ...config, categories: withBases(config.categories, { analytics: 'exempt' }) };

const cookieOf = (d: ConsentCookieV1['d'], x?: ConsentCookieV1['x']): string => {
  const decided = cookieFor({
    consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    decisions: {},
    versions: config.versions,
    model: 'opt-in',
    source: 'preferences',
    decidedAt: Math.floor(Date.now() / 1000) - 60,
  });
  return encodeConsentCookie({ ...decided, d, ...(x && { x }) });
};

const siteOf = (options: Partial<CreateSiteOptions>) =>
  createSite({ files: '/page-files/', warn: () => {}, ...options } as CreateSiteOptions);

/** Posts a form, and reads the cookie that its answer sets. */
async function post(site: ReturnType<typeof siteOf>, form: [string, string][], cookie: string) {
  const answer = await site.handle(
    new Request('https://shop.example/_consent/decide', {
      method: 'POST',
      headers: { origin: 'https://shop.example', cookie: `pl-consent=${cookie}` },
      body: new URLSearchParams(form),
    }),
  )!;
  const [, value] = /pl-consent=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return { status: answer.status, cookie: decodeConsentCookie(value), text: await answer.text() };
}

const saved = async (of: ConsentConfig, boxes: [string, string][], cookie: string) =>
  (await post(siteOf({ config: of }), [['action', 'save'], ...boxes], cookie)).cookie!;

const grantedOf = (of: ConsentConfig, cookie: ConsentCookieV1) => {
  const resolved = resolveConsent(cookie, of);
  return Object.keys(SERVICES).filter((name) => isGranted(resolved, of, name));
};

describe('preferences that are saved without JavaScript', () => {
  it.each([
    ['is on without consent', exempt, cookieOf({ marketing: 0 }, { ga: 0 })],
    ['is granted', config, cookieOf({ analytics: 1, marketing: 0 }, { ga: 0 })],
  ])('C3: keep a service refused whose category %s, where that was ticked before', async (_, of, cookie) => {
    const boxes: [string, string][] = [
      ['category', 'analytics'],
      ['category', 'marketing'],
    ];
    const made = await saved(of, boxes, cookie);
    expect(made.x).toEqual({ ga: 0 });
    expect(made.d.marketing).toBe(1);
    expect(grantedOf(of, made)).toEqual(['matomo', 'maps', 'cart']);
  });

  it('allow a service that was refused with its category, where that is ticked anew', async () => {
    const cookie = cookieOf({ analytics: 0, marketing: 0 }, { ga: 0 });
    const made = await saved(config, [['category', 'analytics']], cookie);
    expect(made.x).toBeUndefined();
    expect(grantedOf(config, made)).toContain('ga');
  });

  it('refuse what is no longer ticked', async () => {
    const made = await saved(exempt, [], cookieOf({ marketing: 1 }));
    expect(made.d).toEqual({ analytics: 0, marketing: 0 });
  });

  it.each([
    ['category', config],
    ['service', byService],
  ])('C3: say nothing of a service that is required by now, by %s', async (_, of) => {
    const cookie = cookieOf({ analytics: 0, marketing: 0 }, { maps: 0 });
    const made = await saved(of, [['category', 'marketing']], cookie);
    expect(made.x).toEqual({ maps: 0 });
    expect(grantedOf(of, made)).toEqual(['cart']);
    // There is no box for it, whatever is posted.
    const posted = await saved(of, [['service', 'maps']], cookieOf({ analytics: 0, marketing: 0 }));
    expect(posted.x).toBeUndefined();
    expect(grantedOf(of, posted)).toEqual(['maps', 'cart']);
  });

  it('decide on each service by its own box', async () => {
    const made = await saved(
      byService,
      [
        ['service', 'ga'],
        ['category', 'analytics'],
      ],
      cookieOf({ analytics: 0, marketing: 1 }, { ga: 0, matomo: 1 }),
    );
    expect([made.d, made.x]).toEqual([
      { analytics: 0, marketing: 0 },
      { ga: 1, matomo: 0 },
    ]);
  });
});

describe('a form whose answer comes late', () => {
  const slow = siteOf({
    config: () => new Promise((resolve) => setTimeout(() => resolve(exempt), 1100)),
  });
  const late = (form: [string, string][]) => post(slow, form, cookieOf({ analytics: 0, marketing: 0 }));

  it('L: sets no cookie that takes a refusal back, also where nothing is granted by it', async () => {
    const [back, refused] = await Promise.all([
      late([
        ['action', 'save'],
        ['category', 'analytics'],
      ]),
      late([['action', 'save']]),
    ]);
    expect([back.status, back.cookie]).toEqual([503, null]);
    expect([refused.status, refused.cookie?.d]).toEqual([303, { analytics: 0, marketing: 0 }]);
  });
});

describe('a form where no configuration can be had', () => {
  const form: [string, string][] = [['action', 'reject-all']];

  it('C3: refuses what the last one named, also what is on without consent', async () => {
    let said: ConsentConfig | null = exempt;
    const site = siteOf({ config: async () => said! });
    await site.visit(new Request('https://shop.example/'));
    said = null;
    const { status, cookie, text } = await post(site, form, cookieOf({ marketing: 1 }, { ga: 0, maps: 1 }));
    expect(status).toBe(503);
    expect([cookie?.d, cookie?.x]).toEqual([
      { analytics: 0, marketing: 0 },
      { ga: 0, maps: 0 },
    ]);
    expect(text).toContain('is refused from now on');
  });

  it('refuses what the cookie names where there never was one', async () => {
    const site = siteOf({ config: async () => null! });
    expect((await post(site, form, cookieOf({ marketing: 1 }))).cookie?.d).toEqual({ marketing: 0 });
  });

  it('C9: keeps the id until a withdrawal is recorded, which then ends it', async () => {
    const withdrawal: [string, string][] = [['action', 'withdraw']];
    const given = cookieOf({ marketing: 1 });
    const { id } = decodeConsentCookie(given)!;
    const obeyed = await post(siteOf({ config: async () => null! }), withdrawal, given);
    expect([obeyed.status, obeyed.cookie]).toMatchObject([503, { id, d: { marketing: 0 }, s: 'w' }]);
    const again = await post(siteOf({ config }), withdrawal, encodeConsentCookie(obeyed.cookie!));
    expect([again.status, again.cookie?.s]).toEqual([303, 'w']);
    expect(again.cookie?.id).not.toBe(id);
  });
});

it.each([
  [false, 303, ''],
  [true, 200, 'content="0;url=/map"'],
])(
  'I6: leads back to the page by a redirect, or by a page where redirects lose their cookie (%s)',
  async (losesRedirects, status, way) => {
    const request = new Request('https://shop.example/_consent/decide', {
      method: 'POST',
      headers: { origin: 'https://shop.example' },
      body: new URLSearchParams({ action: 'reject-all', return: '/map' }),
    });
    const answer = await siteOf({ config }).handle(request, { losesRedirects })!;
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([status, true]);
    expect(await answer.text()).toContain(way);
  },
);

describe('a domain of the consent cookie', () => {
  const ofDomain = (domain: string) => ({ ...config, cookie: { ...config.cookie, domain } });
  const setBy = async (domain: string, headers: HeadersInit) => {
    const answer = await siteOf({ config: ofDomain(domain) }).handle(
      new Request('http://127.0.0.1:4321/_consent/decide', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams({ action: 'reject-all' }),
      }),
    )!;
    return answer.headers.get('set-cookie');
  };

  it('C3: is left out where the visitor is on another host, whose browser would take no cookie of it', async () => {
    const headers = { origin: 'https://preview.pages.example' };
    expect(await setBy('shop.example', headers)).not.toContain('Domain');
    expect(await setBy('pages.example', headers)).toContain('; Domain=pages.example');
  });

  it('stands where the browser does not say on which host it is: behind a proxy the request may name another', async () => {
    expect(await setBy('shop.example', {})).toContain('; Domain=shop.example');
    expect(await setBy('shop.example', { origin: 'null' })).toContain('; Domain=shop.example');
  });
});
