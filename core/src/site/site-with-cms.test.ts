import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import { config, granted, PAGE, requestTo, siteOf } from '../../tests/shop-site.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { Presentation } from '../contract/presentation.ts';
import { readSiteStatement, signedText } from '../contract/site-statement.ts';
import type { ConsentTheme } from '../ui/theme.ts';
import { createSite, type Site } from './site.ts';

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

    it('has the look of the site in its pages, and in how the choice was presented', async () => {
      const { sent, url } = await cmsAnswering(201);
      const theme = { '--consent-accent': 'light-dark(#7a2e5d, #f0a6d0)', '--consent-radius': '0' };
      const site = createSite({ cms: url, files: '/page-files/', secret, theme });
      await post(site);
      await expect.poll(() => sent.length).toBe(2);
      const style = ':root{--consent-accent:light-dark(#7a2e5d, #f0a6d0);--consent-radius:0}';
      const { head } = await site.visit(requestTo(PAGE));
      expect(head).toContain(`<style>${style}</style>`);
      const shown: Presentation = JSON.parse(sent[1]?.body ?? '');
      expect(shown.style.endsWith(style), 'behind what it changes').toBe(true);
    });

    it.each([
      [{ '--consent-acent': 'red' }, '"--consent-acent" is no property of it; there are --consent-surface,'],
      [{ '--consent-accent': 'red} body{display:none' }, '"--consent-accent" is "red} body{display:none"'],
      [{ '--consent-accent': '</style><script>' }, 'write one CSS value'],
      [{ '--consent-surface': 'URL(https://elsewhere.example/x)' }, 'write one CSS value'],
      [{ '--consent-accent': 'red !important' }, 'write one CSS value'],
    ])('is refused with a look that is none: %j', (theme, problem) => {
      const url = 'http://127.0.0.1:9';
      expect(() => createSite({ cms: url, files: '/page-files/', theme: theme as ConsentTheme })).toThrow(
        problem,
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

    it('does not say so of a decision from before this process, which may have shown it otherwise', async () => {
      const { sent, url } = await cmsAnswering(201);
      const stated = async (ago: number) => {
        const decidedAt = Math.floor(Date.now() / 1000) - ago;
        await post(createSite({ cms: url, files: '/page-files/', secret }), {}, { decidedAt });
        const { statement = '' } = sent.findLast(({ path }) => path.endsWith('/records')) ?? {};
        return readSiteStatement(statement)?.presentation;
      };
      expect(await stated(3600)).toBeNull();
      expect(await stated(60), 'a clock that is a minute behind').toMatch(/^[0-9a-f]{64}$/);
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
