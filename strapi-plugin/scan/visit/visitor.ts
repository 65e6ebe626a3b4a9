/** One visitor: a fresh profile, one page, and everything that is seen in it. */
import { type ConsentModel, DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '@permesso/consent-core';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { LIMITS } from '../limits';
import { watchNetwork } from '../observe/network-watch';
import type { Decision, Place, SeenRequest, VisitKind, VisitRecord } from '../observe/observations';
import { type PageWord, readPageWord, WATCH_BINDING, watchPage } from '../observe/page-watch';
import { storedEntries } from '../observe/stored-entries';
import type { ScanOptions } from '../options';
import { safeAddress, safeText } from '../safe-text';
import { within } from '../within';

export interface VisitorTraits {
  kind: VisitKind;
  category?: string | null;
  place?: Place | null;
  gpc?: boolean;
  javaScript?: boolean;
  model: ConsentModel;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  record: VisitRecord;
  /** Opens a page and waits until it has loaded; false where it could not be opened. */
  go(address: string): Promise<boolean>;
  /** Waits until what a click has begun is over. */
  settle(): Promise<void>;
  /** From here on what is seen counts under this decision. */
  decided(decision: Decision): void;
  /** Keeps what is stored at this moment. */
  look(): Promise<void>;
  /** Whether an address answers, without a trace in what was seen. */
  probe(address: string): Promise<{ status: number | null; failure: string | null }>;
  close(): Promise<void>;
}

/** Begins a visit with nothing stored. The caller closes it. */
export async function openVisitor(
  browser: Browser,
  traits: VisitorTraits,
  options: ScanOptions,
): Promise<Visitor> {
  const record = newRecord(traits);
  const context = await browser.newContext({
    javaScriptEnabled: traits.javaScript ?? true,
    acceptDownloads: false,
    ignoreHTTPSErrors: options.hostMap.length > 0,
    viewport: { width: 1280, height: 800 },
    ...(traits.gpc ? { extraHTTPHeaders: { 'Sec-GPC': '1' } } : {}),
  });
  context.setDefaultTimeout(options.timeout);
  const words: PageWord[] = [];
  let decision: Decision = 'none';
  let address = options.url;

  await prepare(context, traits, options, (word) => {
    if (words.length >= LIMITS.entries) return;
    words.push(word);
    if (word.kind === 'consent' && record.signals.length < LIMITS.consentSignals)
      record.signals.push({ page: safeAddress(address), decision, ...word });
  });
  const page = await context.newPage();
  // Whatever opens beside it is closed: what it would load is not part of the visit.
  let expected = 0;
  context.on('page', (other) => {
    if (expected > 0) expected--;
    else void other.close().catch(() => {});
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  const watch = await watchNetwork(page, () => ({ page: safeAddress(address), decision }));
  record.requests = watch.requests;

  const settle = () => watch.settled(options.quiet, LIMITS.settle);
  const note = (text: string) => {
    record.notes.push(safeText(text));
    record.complete = false;
  };

  return {
    page,
    context,
    record,
    settle,
    async go(to) {
      address = to;
      try {
        await page.goto(to, { waitUntil: 'commit', timeout: options.timeout });
        await within(options.timeout, page.waitForLoadState('load'), undefined);
      } catch (error) {
        note(`${to} could not be opened: ${firstLine(error)}`);
        return false;
      }
      await settle();
      if (record.pages.length < LIMITS.links) record.pages.push(safeAddress(to));
      if (watch.exceeded()) note(`${to} loads more than a scan takes; the rest of it was not seen`);
      return true;
    },
    decided(next) {
      decision = next;
    },
    async look() {
      await within(LIMITS.look, page.evaluate(scrollThrough), undefined);
      await settle();
      record.requests.push(...(await hints(page, address, decision)));
      const siteHosts = new Set(watch.requests.filter(({ sameSite }) => sameSite).map(({ host }) => host));
      if (URL.canParse(address)) siteHosts.add(new URL(address).hostname);
      const known = { words, responseCookies: watch.responseCookies, siteHosts };
      const entries = await storedEntries(context, page, known);
      const room = LIMITS.entries - record.entries.length;
      record.entries.push(
        ...entries.slice(0, room).map((entry) => ({ ...entry, page: safeAddress(address), decision })),
      );
      if (entries.length > room) note(`${address} stores more than a scan keeps`);
    },
    async probe(to) {
      expected++;
      const other = await context.newPage();
      try {
        const answer = await other.goto(to, { waitUntil: 'commit', timeout: options.timeout });
        return { status: answer?.status() ?? null, failure: null };
      } catch (error) {
        return { status: null, failure: safeText(firstLine(error)) };
      } finally {
        // Not waited for: a page that is still loading takes its time to close.
        void other.close().catch(() => {});
      }
    },
    close: () => within(10_000, context.close(), undefined),
  };
}

const newRecord = ({ kind, category, place, gpc, model }: VisitorTraits): VisitRecord => ({
  kind,
  category: category ?? null,
  place: place ?? null,
  gpc: gpc ?? false,
  model,
  pages: [],
  requests: [],
  entries: [],
  signals: [],
  bannerSeen: false,
  clicks: null,
  askedAgain: null,
  notes: [],
  complete: true,
});

const firstLine = (error: unknown): string => String((error as Error).message ?? error).split('\n')[0] ?? '';

async function prepare(
  context: BrowserContext,
  { place, gpc, javaScript = true }: VisitorTraits,
  options: ScanOptions,
  hear: (word: PageWord) => void,
): Promise<void> {
  if (javaScript) {
    await context.exposeBinding(WATCH_BINDING, (_source, word) => {
      const read = readPageWord(word);
      if (read) hear(read);
    });
    await context.addInitScript(watchPage, { binding: WATCH_BINDING, most: 2_000 });
    if (gpc)
      await context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      );
  }
  const { origin } = new URL(options.url);
  if (options.cookies.length > 0)
    await context.addCookies(options.cookies.map(({ name, value }) => ({ name, value, url: origin })));
  const headers = { ...options.headers, ...(place ? placeHeaders(place) : {}) };
  if (Object.keys(headers).length === 0) return;
  // To the site alone: what opens staging must not reach the third parties that it loads.
  await context.route(
    (url) => url.origin === origin,
    (route: Route) => route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
}

/** The headers by which CDNs say where a visitor is. */
function placeHeaders({ country, region }: Place): Record<string, string> {
  return Object.fromEntries([
    ...DEFAULT_COUNTRY_HEADERS.map((name) => [name, country]),
    ...(region ? DEFAULT_REGION_HEADERS.map((name) => [name, region]) : []),
  ]);
}

/** Runs in the page: what loads as it comes into view, loads. */
async function scrollThrough(): Promise<void> {
  const end = Math.min(document.documentElement.scrollHeight, 20_000);
  for (let at = innerHeight; at < end; at += innerHeight) {
    scrollTo(0, at);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  scrollTo(0, 0);
}

/** Hosts that a page has the browser look up or connect to in advance, which no request shows. */
async function hints(page: Page, address: string, decision: Decision): Promise<SeenRequest[]> {
  const found = await within(
    LIMITS.look,
    page.$$eval('link[rel~="preconnect"], link[rel~="dns-prefetch"]', (links) =>
      links.slice(0, 50).map((link) => (link as HTMLLinkElement).href),
    ),
    [],
  );
  const own = URL.canParse(address) ? new URL(address).hostname : '';
  return found
    .filter((url) => URL.canParse(url))
    .map((url) => ({ url, host: new URL(url).hostname }))
    .filter(({ host }) => host && host !== own && !host.endsWith(`.${own}`) && !own.endsWith(`.${host}`))
    .map(({ url, host }) => ({
      page: safeAddress(address),
      decision,
      url: safeAddress(url),
      host,
      kind: 'hint',
      method: '',
      sameSite: false,
      navigation: false,
      at: Date.now(),
      origin: { by: 'parser' as const, address: safeAddress(address), stack: [] },
      status: null,
    }));
}
