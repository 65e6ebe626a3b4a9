import { describe, expect, it } from 'vitest';
import { config, film, gate, LOADING, tracker } from '../../../tests/foreign-html.ts';
import { withServices } from '../../contract/services.ts';
import { encodeConsentCookie } from '../../rules/cookie.ts';
import { resolveConsent } from '../../rules/resolve.ts';
import { gateOpenerScript } from '../inline-scripts.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gateHtml } from './gate-html.ts';

describe('what is granted already', () => {
  const granted = (): Visit => {
    const cookie = resolveConsent(null, config);
    const value = encodeConsentCookie({
      v: 1,
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      d: Object.fromEntries(Object.keys(cookie.decisions).map((key) => [key, 1 as const])),
      t: Math.floor(Date.now() / 1000) - 60,
      pv: config.versions.policyVersion,
      cv: config.versions.categoriesVersion,
      tv: config.versions.trackersVersion,
      dv: config.versions.documentsVersion,
      j: 'in',
      s: 'b',
    });
    const site = createSite({ files: '/f/', known: { '': config } });
    const headers = { cookie: `${config.cookie.name}=${value}` };
    return site.visit(new Request('https://site.example/', { headers })) as Visit;
  };

  it('L: arrives inert, with what opens it by today’s cookie before the first gate', () => {
    const html = gateHtml(`<p>a</p>${film}${film}`, granted());
    expect(html.split(gateOpenerScript)).toHaveLength(2);
    expect(html.startsWith(`<p>a</p><script>${gateOpenerScript}</script><span data-consent-gate`)).toBe(true);
    expect(html).toContain('data-state="open"');
    // Only for visitors without JavaScript, to whose page nothing else can come (I6).
    expect(html.replace(/<noscript>.*?<\/noscript>/g, '')).not.toContain('<iframe');
    expect(gateHtml('<img src="https://film.example/x">', granted())).toContain('data-consent-src');
  });

  it('arrives closed in a page that everybody shares', () => {
    const site = createSite({ files: '/f/', known: { '': config }, render: 'neutral' });
    const shared = site.visit(new Request('https://site.example/')) as Visit;
    expect(gateHtml(film, shared)).toContain('data-state="closed"');
    expect(gateHtml(film, shared)).not.toContain(gateOpenerScript);
  });

  it('arrives closed where nothing would open it', () => {
    expect(gateHtml(film, granted(), { opens: false })).toContain('data-state="closed"');
  });

  it('I6: waits in a page that all under one law share, for visitors without JavaScript too', () => {
    const site = createSite({ files: '/f/', known: { '': config }, render: 'model' });
    const headers = { 'consent-model': 'none' };
    const shared = site.visit(new Request('https://site.example/', { headers })) as Visit;
    expect(shared.config?.jurisdiction.model).toBe('none');
    const html = '<noscript><img src="https://film.example/x"></noscript>';
    expect(gateHtml(html, shared)).toBe(gate(html));
  });

  it('I6: stands as it is for visitors without JavaScript', () => {
    const html = '<noscript><img src="https://film.example/x"></noscript>';
    expect(gateHtml(html, granted())).toBe(html);
    expect(gate(html)).not.toBe(html);
  });
});

describe('a service of a required category', () => {
  const withPay: typeof config = withServices({
    ...config,
    trackers: [{ ...tracker('Pay', 'necessary', ['pay.example']), key: 'pay' }],
  });
  const pay = '<iframe src="https://pay.example/x"></iframe>';
  const visitWith = (refused: boolean, render: 'visitor' | 'neutral' = 'visitor', known = withPay): Visit => {
    const { versions } = known;
    const value = encodeConsentCookie({
      v: 1,
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      d: { functional: 1, analytics: 1, marketing: 1 },
      t: Math.floor(Date.now() / 1000) - 60,
      pv: versions.policyVersion,
      cv: versions.categoriesVersion,
      tv: versions.trackersVersion,
      dv: versions.documentsVersion,
      j: 'in',
      s: 'p',
      ...(refused && { x: { pay: 0 as const } }),
    });
    const site = createSite({ files: '/f/', known: { '': known }, render });
    const headers = { cookie: `${config.cookie.name}=${value}` };
    return site.visit(new Request('https://site.example/', { headers })) as Visit;
  };

  const closed = /data-consent-category="pay" data-state="closed"/;
  const loading = LOADING.map(
    ([kind, html]) => [kind, html.replaceAll('HOST', 'https://pay.example')] as const,
  );
  const isBox = (html: string) => /^<(iframe|object|embed|video|audio)/.test(html);

  it('C3: is held back from whoever refused it by name before it was required', () => {
    expect(gateHtml(pay, visitWith(true))).toMatch(closed);
    expect(gateHtml(pay, visitWith(false))).toBe(pay);
  });

  it.each(loading)('C3: whatever it is of: %s', (_, html) => {
    expect(gateHtml(html, visitWith(true))).not.toBe(html);
    expect(gateHtml(html, visitWith(false))).toBe(html);
  });

  it.each(loading.filter(([, html]) => isBox(html)))(
    'C3: waits in a page that everybody shares until it is known who sees it: %s',
    (_, html) => {
      expect(gateHtml(html, visitWith(false, 'neutral'))).toMatch(closed);
    },
  );

  it.each<readonly [kind: string, html: string]>([
    ...loading.filter(([, html]) => !isBox(html)),
    ['code that calls its script', '<script src="https://pay.example/v3"></script><script>Pay("k")</script>'],
    ['a frame that is not seen', '<iframe src="https://pay.example/x" hidden></iframe>'],
    ['a frame where no gate can stand', '<a href="/x"><iframe src="https://pay.example/x"></iframe></a>'],
  ])('is there for all in such a page where it is no gate: %s', (_, html) => {
    expect(gateHtml(html, visitWith(false, 'neutral'), { ownCode: true })).toBe(html);
  });

  it.each([
    ['a frame', '<iframe src="https://pay.example/x"></iframe>'],
    ['an object', '<object data="https://pay.example/x"></object>'],
    ['a film', '<video src="https://pay.example/x" poster="https://pay.example/y"></video>'],
    [
      'a film of many kinds',
      '<video controls><source src="https://pay.example/x"><source src="/y"><track src="/z"></video>',
    ],
  ])('has a link in such a page for visitors without JavaScript: %s', (_, html) => {
    expect(gateHtml(html, visitWith(false, 'neutral'))).toContain(
      '<a href="https://pay.example/x" rel="noreferrer">Pay</a>',
    );
  });

  it.each(loading)('is there for all where nobody decides on it by name: %s', (_, html) => {
    for (const render of ['visitor', 'neutral'] as const)
      expect(gateHtml(html, visitWith(true, render, config))).toBe(html);
  });
});
