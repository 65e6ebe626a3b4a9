/** One visit of a page in Chromium, its processor slowed down four times, on Fast 4G, and what it took. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

const SLOW_DOWN = 4;

/** Chromium's own preset of this name: bytes per second, and milliseconds. */
const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 165,
};

/** What comes late comes within this time after the banner stands, or the page is loaded; in milliseconds. */
const SETTLING = 1500;

/** A telephone's. */
const VIEWPORT = { width: 412, height: 823 };

export interface Visited {
  url: string;
  /** Of a visitor who has been here; a first one brings nothing along. */
  storage?: BrowserContextOptions['storageState'];
  /** The banner that is waited for, and the button that accepts; without them the page is only loaded. */
  asked?: { banner: string; accept: string };
}

/** All in milliseconds, but for the shift, which is a score. */
export interface Visit {
  /** From the first contentful paint until the banner is visible; 0 when they come together. */
  banner: number;
  shift: number;
  /**
   * How long long tasks hold up the page: what each takes above 50 ms. From the start of the visit until the page is
   * quiet. Lighthouse counts from the first contentful paint on: it would not see what a consent manager does before.
   */
  blocking: number;
  /** How long the main thread was busy until then, as the slowed-down processor counts. */
  mainThread: number;
  /** From the click on "accept" to the paint after it. */
  accept: number;
}

/** A visit with an empty cache, and what its visitor brings along to the next one. */
export async function visit(browser: Browser, { url, storage, asked }: Visited) {
  const context = await browser.newContext({ viewport: VIEWPORT, ...(storage && { storageState: storage }) });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', FAST_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(observe, asked?.banner ?? '');
    await page.goto(url, { waitUntil: 'load' });
    // Of a page without a banner, too: what Playwright needs to look for one keeps the page busy.
    await page.waitForFunction((isAsked) => !isAsked || window.bench.shown > 0, asked !== undefined, {
      polling: 100,
    });
    await setTimeout(SETTLING);
    const mainThread = await busyTime(devtools);
    const { paint, shown, shift, blocking } = await page.evaluate(() => window.bench);
    const accept = asked ? await accepting(page, asked) : 0;
    // What follows the decision is over by then: whoever comes back has no record left to send.
    if (asked) await setTimeout(SETTLING);
    const seen: Visit = { banner: Math.max(0, shown - paint), shift, blocking, mainThread, accept };
    return { seen, storage: await context.storageState() };
  } finally {
    await context.close();
  }
}

async function busyTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Clicks as a visitor does, and waits for the paint after it. */
async function accepting(page: Page, { accept, banner }: NonNullable<Visited['asked']>): Promise<number> {
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

/**
 * Runs in the page, before all else.
 *
 * @param banner the selector of what is looked for in every frame; an empty one of nothing
 */
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
  if (banner) requestAnimationFrame(look);
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
