import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as Core from '../../src/index.ts';
import { launch, noBrowser, page, type Site, serve } from './site.ts';

declare const core: typeof Core;
declare global {
  var outbox: Core.Outbox;
  var answers: number[];
}

/** A page with an outbox and a way to push the n-th record. */
const OUTBOX = `
  window.answers = [];
  window.outbox = core.createOutbox({
    name: 'pl-consent',
    send: (submission) => fetch('/records', { method: 'POST', keepalive: true, body: JSON.stringify(submission) })
      .then(({ status }) => status),
    onAnswer: (status) => answers.push(status),
  });
  window.push = (n) => void outbox.push({
    consentId: '11111111-1111-4111-8111-111111111111', decisions: {}, source: 'banner', decidedAt: n,
    versions: core.createTestConfig().versions,
  });
  window.waiting = () => core.hasUnsent('pl-consent');`;
declare function push(n: number): void;
declare function waiting(): boolean;

describe.skipIf(noBrowser)(
  `the outbox, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 30_000 },
  () => {
    let browser: Browser;
    let site: Site;
    let context: BrowserContext;
    let status = 201;
    const accepted: number[] = [];
    beforeAll(async () => {
      [browser, site] = await Promise.all([launch(), serve()]);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });
    beforeEach(async () => {
      context = await browser.newContext();
      site.hits.length = 0;
      status = 201;
      site.files.set('/', page(OUTBOX));
      accepted.length = 0;
      site.files.set('/records', (_, response, body) => {
        const answer = status;
        if (answer === 201) accepted.push(JSON.parse(body).decidedAt);
        setTimeout(() => response.writeHead(answer).end(), 20);
      });
    });
    afterEach(() => context.close());

    const visit = async (origin = site.origin) => {
      const tab = await context.newPage();
      await tab.goto(origin);
      return tab;
    };
    const received = () =>
      site.hits.filter(({ url }) => url === 'POST /records').map(({ body }) => JSON.parse(body).decidedAt);
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

    it.each(['https or localhost, with Web Locks', 'plain http, with a lease'])(
      'F4: several tabs send each record once and in order (%s)',
      async (name) => {
        const insecure = name.startsWith('plain');
        const origin = insecure ? site.origin.replace('localhost', 'www.example.com') : site.origin;
        const tabs = await Promise.all([visit(origin), visit(origin), visit(origin)]);
        expect(await tabs[0].evaluate(() => isSecureContext)).toBe(!insecure);
        status = 503;
        await tabs[0].evaluate(() => {
          for (let n = 1; n <= 8; n++) push(n);
        });
        await expect.poll(() => received().length).toBeGreaterThan(0);
        status = 201;
        // All of them try at the same time.
        await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
        await expect.poll(() => accepted.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
        await tabs[0].waitForTimeout(500);
        expect(accepted).toEqual(numbers(1, 8));
        expect(await tabs[2].evaluate(() => waiting())).toBe(false);
      },
    );

    it('F4: tabs that push at the same time lose nothing and send nothing twice', async () => {
      const tabs = await Promise.all([visit(), visit(), visit()]);
      await Promise.all(
        tabs.map((tab, at) =>
          tab.evaluate((from) => {
            for (let n = 0; n < 10; n++) setTimeout(push, n * 7, from + n);
          }, at * 100),
        ),
      );
      await expect.poll(() => received().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(30);
      await tabs[0].waitForTimeout(2500);
      expect(received().sort((a, b) => a - b)).toEqual([0, 100, 200].flatMap((from) => numbers(from, 10)));
    });

    it('F4: a record made offline is kept through a reload and sent once online', async () => {
      const tab = await visit();
      await context.setOffline(true);
      await tab.evaluate(() => push(1));
      await tab.waitForTimeout(200);
      expect(await tab.evaluate(() => waiting())).toBe(true);
      await tab.close();
      await context.setOffline(false);
      expect(received()).toEqual([]);
      await visit();
      await expect.poll(received).toEqual([1]);
    });

    it('F4: gives up on a 409 and says so, and sends what comes after', async () => {
      const tab = await visit();
      status = 409;
      await tab.evaluate(() => push(1));
      await tab.waitForFunction(() => answers.length === 1);
      status = 201;
      await tab.evaluate(() => push(2));
      await tab.waitForFunction(() => answers.length === 2);
      expect([await tab.evaluate(() => answers), received()]).toEqual([
        [409, 201],
        [1, 2],
      ]);
    });

    it('F4: a tab takes over what another left behind', async () => {
      const [one, two] = [await visit(), await visit()];
      status = 503;
      await one.evaluate(() => push(1));
      await expect.poll(() => received().length).toBe(1);
      await one.close();
      status = 201;
      await expect.poll(received, { timeout: 10_000 }).toEqual([1, 1]);
      await two.waitForFunction(() => answers.join() === '201');
      expect(await two.evaluate(() => waiting())).toBe(false);
    });

    it('works in a frame that may use neither storage nor locks', async () => {
      site.files.set('/frame', page(`${OUTBOX} push(7);`));
      // A sandboxed frame is another origin, to which the records belong by permission.
      site.files.set('/records', (request, response) => {
        response
          .writeHead(request.method === 'POST' ? 201 : 204, { 'access-control-allow-origin': '*' })
          .end();
      });
      site.files.set('/', page('', '<iframe title="x" sandbox="allow-scripts" src="/frame"></iframe>'));
      await visit();
      await expect.poll(received).toEqual([7]);
    });
  },
);
