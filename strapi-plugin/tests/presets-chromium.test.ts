import { readFileSync } from 'node:fs';
import { type ConsentTracker, createTestConfig } from '@permesso/consent-core';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headlessOptions } from '../../playground/run/chromium.ts';
import { TRACKER_PRESETS, trackerFromPreset } from '../server/src/catalogue/presets';
import { bundleCore } from './support/bundle';
import { examplesOf, storedHere, storedName, vendorScript } from './support/fake-vendor';

const SITE = 'https://site.example';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

const loaded = Object.entries(TRACKER_PRESETS).filter(([, { kind, loader }]) => loader && kind === 'script');
const isRequired = ([, { category }]: (typeof loaded)[number]) => category === 'necessary';

const PAGE = `<!doctype html><title>Site</title><link rel="icon" href="data:,">
<script type="module">import * as consent from '/core.mjs'; window.consent = consent;</script>`;

type Act = 'rejectAll' | 'acceptAll' | 'withdraw';

/** What the page under test offers: the real store with loader, adapters and cleanup. */
interface TestPage {
  act(name: Act): void;
  stored(): string[];
}

let browser: Browser;
let page: Page;
/** The core, in one file: every test opens the page anew, and each file of it would come through here. */
let core = '';
/** What the fake vendor answers, and what it was asked for. */
let script = '';
let hits: string[] = [];
let errors: string[] = [];

function answer(route: Route): Promise<void> {
  const { origin, pathname } = new URL(route.request().url());
  if (origin === SITE && pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
  const module = origin === SITE && pathname === '/core.mjs';
  // Some vendors are served from the site's own host.
  if (!module) hits.push(route.request().url());
  return route.fulfill({ contentType: 'text/javascript', body: module ? core : script });
}

beforeAll(async () => {
  core = readFileSync(await bundleCore(), 'utf8');
  browser = await chromium.launch(headlessOptions());
  page = await browser.newPage();
  await page.route('**/*', answer);
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(() => browser?.close());

/** A fresh page of the site, without anything that an earlier one stored. */
async function openPage(key: string, preset: (typeof loaded)[number][1]) {
  await page.context().clearCookies();
  await page.goto(`${SITE}/`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  script = vendorScript(key, preset);
  hits = [];
  errors = [];
  const { openVariables: _open, enabled: _enabled, ...content } = trackerFromPreset(key, examplesOf(preset));
  const tracker = { id: key, ...content, loader: { ...content.loader, strategy: 'afterDecision' } };
  const config = createTestConfig({ trackers: [tracker as ConsentTracker] });
  await page.waitForFunction('window.consent');
  await page.evaluate((given) => {
    const { consent } = window as unknown as { consent: typeof import('@permesso/consent-core') };
    const store = consent.createConsentStore({ config: given, storage: consent.memoryStorage(), gpc: false });
    consent.attachAdapters(store, () => given);
    consent.attachLoader(store, given.trackers);
    consent.attachCleanup(store);
    const cookies = () => document.cookie.split('; ').flatMap((pair) => /^(.+)=./.exec(pair)?.[1] ?? []);
    const testPage: TestPage = {
      act: (name) => store[name](),
      // By the vendor: beside it the page notes what is granted.
      stored: () =>
        [...cookies(), ...Object.keys(localStorage), ...Object.keys(sessionStorage)]
          .filter((name) => name !== 'pl-consent:granted')
          .sort(),
    };
    Object.assign(window, { testPage });
  }, config);
  return {
    act: (name: Act) => page.evaluate(`window.testPage.act(${JSON.stringify(name)})`),
    stored: () => page.evaluate('window.testPage.stored()') as Promise<string[]>,
  };
}

describe('each preset with its fake vendor, in Chromium', () => {
  it.each(loaded.filter((preset) => !isRequired(preset)))(
    'I3, I5: %s is silent until consent, runs then, and leaves nothing after withdrawal',
    async (key, preset) => {
      const { act, stored } = await openPage(key, preset);
      await act('rejectAll');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      expect([hits, await stored()]).toEqual([[], []]);
      await act('acceptAll');
      const names = storedHere(preset).map(({ name }) => storedName(name));
      await poll(stored).toEqual(names.sort());
      await poll(() => hits.length).toBe(1);
      await act('withdraw');
      await poll(stored).toEqual([]);
      expect(hits).toHaveLength(1);
      expect(errors).toEqual([]);
    },
  );

  it.each(loaded.filter(isRequired))(
    '%s, which visitors cannot refuse, runs once, whatever they decide',
    async (key, preset) => {
      const { act } = await openPage(key, preset);
      await poll(() => hits).toEqual([preset.loader?.src]);
      await act('rejectAll');
      await act('withdraw');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      expect(hits).toHaveLength(1);
      expect(errors).toEqual([]);
    },
  );
});
