import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { awaitsAnswers } from '../../../core/tests/adapter-contract/rest.ts';

type Open = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** What a site can leave in a browser beside cookies. */
const LEFT = 'local_storage,indexeddb,cache_storage,service_workers';

/**
 * Opens contexts that, closed, serve the next visitor with the same options: a new one costs Chromium more than most
 * tests do. Nothing of the last visitor stays; where that is not certain, the context is closed for good.
 */
export function reuseContexts(open: Open): { newContext: Open; end(): void } {
  const free = new Map<string, BrowserContext[]>();
  let ended = false;

  async function openReusable(options: BrowserContextOptions, key: string): Promise<BrowserContext> {
    const context = await open(options);
    const close = context.close.bind(context);
    const addInitScript = context.addInitScript.bind(context);
    const origins = new Set<string>();
    let isReusable = true;
    let keeper: Page | undefined;
    context.on('request', (request) => origins.add(new URL(request.url()).origin));
    // Its answer may still come, and set a cookie.
    context.on('requestfailed', () => (isReusable = false));

    /** Takes away what the visitor leaves behind. */
    async function empty(): Promise<void> {
      keeper ??= await context.newPage();
      const left = context.pages().filter((page) => page !== keeper);
      await Promise.all(left.map((page) => page.close()));
      // A decision's record outlives its page, unseen from here, and the answer to it may set the cookie later.
      if ((await context.cookies()).length > 0) {
        isReusable = false;
        return;
      }
      await context.unrouteAll();
      const session = await context.newCDPSession(keeper);
      for (const origin of origins)
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT });
      await session.detach();
      origins.clear();
    }

    return Object.assign(context, {
      async addInitScript(...script: Parameters<typeof addInitScript>) {
        isReusable = false;
        return addInitScript(...script);
      },
      async close() {
        // As with one that is closed, closing it once more does nothing.
        if (!ended && free.get(key)?.includes(context)) return;
        if (!ended && isReusable && !awaitsAnswers(context)) await empty();
        if (ended || !isReusable || awaitsAnswers(context)) {
          isReusable = false;
          return close();
        }
        free.set(key, [...(free.get(key) ?? []), context]);
      },
    });
  }

  return {
    async newContext(options = {}) {
      if (options.storageState) return open(options);
      const key = JSON.stringify(options);
      return free.get(key)?.pop() ?? openReusable(options, key);
    },
    end() {
      ended = true;
    },
  };
}
