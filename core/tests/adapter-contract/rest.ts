import type { BrowserContext, Page, Request, Response } from 'playwright-core';

/** What the pages of a context have asked for. */
interface Asked {
  /** So far. */
  count: number;
  /** Without an answer yet. */
  pending: Set<Request>;
}

const asked = new WeakMap<BrowserContext, Asked>();

/** From here on `atRest` knows what the pages of this context wait for. */
export function watchRequests(context: BrowserContext): BrowserContext {
  if (asked.has(context)) return context;
  const own: Asked = { count: 0, pending: new Set() };
  asked.set(context, own);
  context.on('request', (request) => {
    own.count += 1;
    own.pending.add(request);
  });
  const answered = (request: Request) => own.pending.delete(request);
  context.on('requestfinished', answered);
  context.on('requestfailed', answered);
  return context;
}

/** Whether something that a page of this context asked for has no answer yet. */
export const awaitsAnswers = (context: BrowserContext): boolean =>
  (asked.get(context)?.pending.size ?? 0) > 0;

/** Milliseconds after which a page that goes on asking is no page at rest. */
const WITHIN = 20_000;

/** Whether a request keeps its page from resting: not that of another tab, or of a tab that was closed. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    // The page that it leads to is not there yet.
    return true;
  }
}

/** Lets the page do what it has put off, and its timers and idle moments after that. */
const idle = (page: Page) =>
  page.evaluate(() => {
    // Behind an open dialog Chromium may not find a page idle.
    const moment = () => new Promise((next) => requestIdleCallback(next, { timeout: 100 }));
    return moment()
      .then(() => new Promise((next) => setTimeout(next)))
      .then(moment)
      .then(() => {});
  });

/**
 * Waits until the page is loaded, every answer is there, and it did all that it had put off without asking for more. As
 * Playwright's `networkidle`, without the half second that it waits to see.
 */
export async function atRest(page: Page): Promise<void> {
  const own = asked.get(page.context());
  await page.waitForLoadState('load');
  // Without JavaScript nothing is asked for after that.
  if (!own) return;
  const deadline = Date.now() + WITHIN;
  for (let quiet = 0, seen = -1; quiet < 2; ) {
    // A page that is on its way to the next has no idle moment: the next one has.
    await idle(page).catch(() => page.waitForLoadState('load'));
    const pending = [...own.pending].filter((request) => isOf(page, request));
    quiet = pending.length === 0 && own.count === seen ? quiet + 1 : 0;
    seen = own.count;
    if (Date.now() > deadline) {
      const waited = pending.map((request) => request.url()).join(', ');
      throw new Error(
        `${page.url()} did not come to rest; it waits for: ${waited || 'nothing, but asks on'}`,
      );
    }
  }
}

/** Opens a page and waits until it is at rest. */
export async function visitPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await atRest(page);
  return response;
}

/** Loads the page again and waits until it is at rest. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await atRest(page);
}
