import { GppModel } from '@iabgpp/cmpapi';
import { gppStubScript } from '@permesso/consent-core/site';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitPage } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

interface Ping {
  cmpStatus: string;
  signalStatus: string;
  gppString: string;
  applicableSections: number[];
  cmpId: number;
}

type Gpp = (
  command: string,
  callback: (answer: unknown, success: boolean) => void,
  parameter?: unknown,
) => void;

const ask = (page: Page, command: string, parameter?: unknown) =>
  page.evaluate(
    ([name, value]) =>
      new Promise<unknown>((resolve) =>
        (window as unknown as { __gpp: Gpp }).__gpp(name as string, resolve, value),
      ),
    [command, parameter],
  );

const ping = (page: Page) => ask(page, 'ping') as Promise<Ping>;

const isReady = (page: Page) => poll(async () => (await ping(page)).signalStatus).toBe('ready');

/** What a vendor's own reader makes of the string. */
function decoded(gppString: string): { SaleOptOut: number; Gpc: boolean } {
  return new GppModel(gppString).getSection('usnat') as { SaleOptOut: number; Gpc: boolean };
}

describe("IAB's Global Privacy Platform", () => {
  const on = prepareVisits({
    options: { gpp: { cmpId: 31 } },
    astro: { srcDir: './usual', security: { csp: true } },
  });

  it('tells vendors in the United States what a visitor has opted out of, and each change', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    await on.page.addInitScript(() => {
      if (window !== top) return;
      const page = window as unknown as { __gpp: Gpp; heard: unknown[]; first: unknown };
      page.heard = [];
      document.addEventListener('DOMContentLoaded', () => {
        page.__gpp('ping', (answer) => {
          page.first = answer;
        });
        page.__gpp('addEventListener', (event) =>
          page.heard.push((event as { eventName: string }).eventName),
        );
      });
    });
    await visitPage(on.page, '/');
    await isReady(on.page);
    const first = await on.page.evaluate(() => (window as unknown as { first: Ping }).first);
    expect(first.cmpStatus, 'asked before the answers had loaded').toBe('stub');
    const before = await ping(on.page);
    expect(before).toMatchObject({ cmpStatus: 'loaded', cmpId: 31, applicableSections: [7] });
    expect(decoded(before.gppString)).toMatchObject({ SaleOptOut: 2, Gpc: false });
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=reject-all]');
    await poll(async () => decoded((await ping(on.page)).gppString).SaleOptOut).toBe(1);
    const heard = await on.page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard[0]).toBe('listenerRegistered');
    expect(heard.slice(-3)).toEqual(expect.arrayContaining(['signalStatus', 'sectionChange']));
  });

  it('has its stub before any script of the page', async () => {
    const html = await (await fetch(`${on.site.url}/`, { headers: { 'cf-ipcountry': 'US' } })).text();
    const head = html.slice(html.indexOf('<head>'));
    expect(head.indexOf(gppStubScript)).toBeGreaterThan(0);
    expect(head.indexOf(gppStubScript)).toBeLessThan(head.indexOf('<meta charset'));
  });

  it('answers frames within the page', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    await visitPage(on.page, '/');
    await isReady(on.page);
    await on.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.name = 'asking';
      document.body.append(frame);
    });
    const answer = await on.page.frame('asking')?.evaluate(
      () =>
        new Promise((resolve) => {
          if (!('__gppLocator' in parent.frames)) throw new Error('no frame says where to ask');
          addEventListener('message', ({ data }) => resolve(JSON.parse(data)));
          parent.postMessage(JSON.stringify({ __gppCall: { command: 'ping', callId: 'a' } }), '*');
        }),
    );
    expect(answer).toMatchObject({ __gppReturn: { callId: 'a', returnValue: { cmpId: 31 } } });
  });

  it('says that nothing of it applies where visitors are asked first', async () => {
    await on.visit();
    await visitPage(on.page, '/');
    await isReady(on.page);
    expect(await ping(on.page)).toMatchObject({ applicableSections: [-1] });
    expect(await ask(on.page, 'hasSection', 'usnat')).toBe(false);
  });
});

describe('A site that takes part in none of IAB’s frameworks', () => {
  const on = prepareVisits({ astro: { srcDir: './usual' } });

  it('carries nothing of them, in its pages and in what these load', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    const bodies: Promise<[url: string, text: string]>[] = [];
    on.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.m?js$|^\/$/.test(pathname)) {
        bodies.push(response.text().then((text): [string, string] => [pathname, text]));
      }
    });
    await visitPage(on.page, '/');
    await on.page.locator('[data-consent-action=customize]').first().click();
    await on.page.locator('[data-consent-preferences]').waitFor();
    const loaded = await Promise.all(bodies);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([, text]) => /__gpp|__tcfapi|@iab/.test(text)).map(([path]) => path)).toEqual([]);
    expect(await on.page.evaluate(() => ['__gpp' in window, '__tcfapi' in window])).toEqual([false, false]);
  });
});
