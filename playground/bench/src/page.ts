/**
 * What a first visit feels like: a page of 30 kB in Chromium, its processor slowed down four times, on Fast 4G; with
 * each consent manager and without any.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from '../../run/chromium.ts';
import { type Contender, serveCompressed, serveContenders } from './contenders.ts';
import { startCms } from './published.ts';
import { middle, type Row } from './report.ts';
import { buildSite, startSite } from './sites.ts';

/** Odd, for the median; one long task more or less must not decide it. */
const RUNS = 7;
const SLOW_DOWN = 4;

/** Chromium's own preset of this name: bytes per second, and milliseconds. */
const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 165,
};

/** All in milliseconds, but for the shift, which is a score. */
interface Visit {
  /** From the first contentful paint until the banner is visible; 0 when they come together. */
  banner: number;
  shift: number;
  /**
   * How long long tasks hold up the page: what each takes above 50 ms. From the start of the visit until the page is
   * quiet. Lighthouse counts from the first contentful paint on: it would not see what a consent manager does before.
   */
  blocking: number;
  /** From the click on "accept" to the paint after it. */
  accept: number;
}

export async function pageBench(): Promise<Row[]> {
  const cms = await startCms();
  const builds = [await buildSite(cms.url), await buildSite()] as const;
  const [ours, plain] = await Promise.all([startSite(builds[0]), startSite(builds[1])]);
  const outDir = await mkdtemp(path.resolve(import.meta.dirname, '../.tmp/c15t-'));
  const peers = await serveContenders(await (await fetch(plain.url)).text(), outDir);
  const compressed = await serveCompressed(ours.url);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const us: Contender = {
      name: 'permesso',
      url: compressed.url,
      banner: '[data-consent-banner]',
      accept: '[data-consent-banner] [value=accept-all]',
    };
    const all = [us, ...peers.contenders];
    const visits = all.map(() => [] as Visit[]);
    const bare: number[] = [];
    const without = () => visit(browser, { ...us, url: peers.url }, false);
    // The first visit of a browser pays for the browser's own start.
    await without();
    for (let run = 0; run < RUNS; run++) {
      bare.push((await without()).blocking);
      for (const [at, contender] of all.entries()) visits[at]!.push(await visit(browser, contender));
    }
    return all.flatMap(({ name }, at) => rows(name, visits[at]!, visits[0]!, middle(bare)));
  } finally {
    await browser.close();
    peers.stop();
    compressed.stop();
    await Promise.all([ours.stop(), plain.stop(), ...builds.map((build) => build.remove())]);
    await rm(outDir, { recursive: true, force: true });
    cms.stop();
  }
}

/** What we promise of each; no bound for the others. */
const BOUNDS: Record<keyof Visit, { of: string; unit: string; bound: number }> = {
  banner: { of: 'banner after first contentful paint', unit: 'ms', bound: 0 },
  shift: { of: 'layout shift', unit: '', bound: 0 },
  blocking: { of: 'blocking time added', unit: 'ms', bound: 15 },
  accept: { of: 'accepting to next paint', unit: 'ms', bound: 20 },
};

function rows(name: string, theirs: Visit[], ours: Visit[], bare: number): Row[] {
  return (Object.keys(BOUNDS) as (keyof Visit)[]).map((key) => {
    const { of, unit, bound } = BOUNDS[key];
    const value = (visits: Visit[]) =>
      Math.max(0, middle(visits.map((visit) => visit[key])) - (key === 'blocking' ? bare : 0));
    // As precise as it is shown: a shift is a fraction, and must not be rounded away.
    const found = Number(value(theirs).toFixed(unit ? 0 : 3));
    return {
      name: `${name}: ${of}`,
      measured: `${unit ? found : found.toFixed(3)} ${unit}`.trim(),
      // Of what is nothing in our case there is no multiple: it is counted as one.
      ratio: unit ? Math.max(found, 1) / Math.max(value(ours), 1) : 1,
      ...(theirs === ours && { bound: `<= ${bound} ${unit}`.trim(), ok: found <= bound }),
    };
  });
}

/** One visit with an empty cache. */
async function visit(browser: Browser, contender: Contender, answered = true): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', FAST_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(observe, contender.banner);
    await page.goto(contender.url, { waitUntil: 'load' });
    if (answered) await page.waitForFunction(() => window.bench.shown > 0, undefined, { polling: 100 });
    // What comes late comes now.
    await setTimeout(1000);
    const { paint, shown, shift, blocking } = await page.evaluate(() => window.bench);
    const accept = answered ? await accepting(page, contender) : 0;
    return { banner: Math.max(0, shown - paint), shift, blocking, accept };
  } finally {
    await context.close();
  }
}

/** Clicks as a visitor does, and waits for the paint after it. */
async function accepting(page: Page, { accept, banner }: Contender): Promise<number> {
  const button = await page.locator(accept).first().boundingBox();
  if (!button) throw new Error(`No button ${accept} on ${page.url()}.`);
  await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  await setTimeout(300);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => window.bench.accept > 0, undefined, { polling: 50 });
  await page.locator(banner).first().waitFor({ state: 'hidden', timeout: 5000 });
  return page.evaluate(() => window.bench.accept);
}

declare global {
  interface Window {
    /** What is seen of a visit, in milliseconds since it began. */
    bench: { paint: number; shown: number; shift: number; blocking: number; accept: number };
  }
}

/** Runs in the page, before all else. */
function observe(banner: string): void {
  const bench = { paint: 0, shown: 0, shift: 0, blocking: 0, accept: 0 };
  window.bench = bench;
  const on = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') bench.paint = startTime;
  });
  on('layout-shift', (entry) => {
    bench.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  on('longtask', ({ duration }) => {
    bench.blocking += Math.max(0, duration - 50);
  });
  const look = () => {
    const found = document.querySelector(banner);
    const { width = 0, height = 0, top = 0, bottom = 0 } = found?.getBoundingClientRect() ?? {};
    const visible =
      width * height > 0 &&
      top < innerHeight &&
      bottom > 0 &&
      found!.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (visible) bench.shown = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener(
    'click',
    ({ timeStamp }) => {
      // A message sent in a frame arrives when the frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          bench.accept = performance.now() - timeStamp;
        };
        port2.postMessage(0);
      });
    },
    true,
  );
}
