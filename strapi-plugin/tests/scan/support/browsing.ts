import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findChromium, findHeadlessChromium } from '../../../../playground/run/chromium.ts';
import { startBrowser } from '../../../scan/visit/browser';
import { startWeb, type TestWeb } from './server';

/** A browser that is sent to some hosts of ours. */
export const browserFor = (hostMap: TestWeb['hostMap']): Promise<Browser> =>
  startBrowser({ executable: findHeadlessChromium() ?? findChromium() ?? undefined, hostMap });

/** A web of its own for the tests of a file, and a browser that knows no other. */
export function useWebAndBrowser(): { web: TestWeb; browser: Browser } {
  const on = {} as { web: TestWeb; browser: Browser };
  beforeAll(async () => {
    on.web = await startWeb();
    on.browser = await browserFor(on.web.hostMap);
  });
  afterAll(async () => {
    await on.browser?.close();
    await on.web?.stop();
  });
  return on;
}
