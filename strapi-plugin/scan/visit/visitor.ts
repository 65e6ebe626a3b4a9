/** One visitor: a fresh profile, one page, and everything that is seen in it. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { hints } from '../observe/hints';
import { watchNetwork } from '../observe/network-watch';
import type { Decision, VisitRecord } from '../observe/observations';
import { type PageWord, readPageWord } from '../observe/page-watch';
import { watchSharedWorkers } from '../observe/shared-workers';
import { storedEntries } from '../observe/stored-entries';
import { newTraffic } from '../observe/traffic';
import { watchServiceWorkers } from '../observe/workers';
import type { ScanOptions } from '../options';
import { safeAddress, safeText } from '../safe-text';
import { within } from '../within';
import { followLink, linkTo } from './follow-link';
import { prerender } from './prerender';
import { prepareProfile, profileOptions } from './profile';
import { readPage } from './reader';
import { isOfSite } from './site-address';
import { close, watchTabs } from './tabs';
import { newRecord, type VisitorTraits } from './visit-record';

export interface Visitor {
  /** The tab that the visit goes on in: another one, once a page has had to be given up. */
  readonly page: Page;
  /** Where the page that was opened last led to. */
  readonly arrivedAt: string;
  context: BrowserContext;
  record: VisitRecord;
  /** Opens a page and waits until it has loaded; false where it could not be opened. */
  go(address: string): Promise<boolean>;
  /** Follows a link of the page to another of these; false where it has none, or it leads elsewhere. */
  follow(pages: readonly string[]): Promise<boolean>;
  /** Reads the page for a while, as the options say. */
  stay(): Promise<void>;
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
  const context = await browser.newContext(profileOptions(traits, options));
  context.setDefaultTimeout(options.timeout);
  const words: PageWord[] = [];
  let decision: Decision = 'none';
  let address = options.url;
  let arrivedAt = address;

  let told = 0;
  await prepareProfile(context, traits, options, (answer) => {
    if (++told > LIMITS.words) return close(tab.page);
    const word = words.length < LIMITS.entries && readPageWord(answer);
    if (!word) return;
    words.push(word);
    if (word.kind === 'consent' && record.signals.length < LIMITS.consentSignals)
      record.signals.push({ page: safeAddress(address), decision, ...word });
  });
  const tabs = watchTabs(context);
  const traffic = newTraffic();
  record.requests = traffic.requests;
  const moment = () => ({ page: safeAddress(address), decision });
  const openTab = async () => {
    const page = await tabs.open();
    const watch = await watchNetwork(page, traffic, moment);
    return { page, watch };
  };
  watchServiceWorkers(context, traffic, moment);
  let tab = await openTab();

  const settle = async () => {
    await tab.watch.settled(options.quiet, LIMITS.settle);
    await sharedWorkers.keep();
  };
  const note = (text: string) => {
    record.notes.push(safeText(text));
    record.complete = false;
  };
  const sharedWorkers = await watchSharedWorkers(tab.page, traffic, moment, (worker) =>
    note(`${worker} was gone before it could be seen what it does`),
  );
  /** Goes on in another tab where nothing can be done in this one: its script runs for ever, or it has crashed. */
  const leaveDeadTab = async (): Promise<boolean> => {
    if (await answers(tab.page)) return false;
    close(tab.page);
    tab = await openTab();
    return true;
  };

  const prerendered = new Set<string>();
  /** What pages have the browser prepare is looked at beside them: a browser that is driven does not prepare it. */
  const seePrerendered = async (): Promise<void> => {
    for (const to of traffic.prerenders) {
      if (prerendered.has(to)) continue;
      prerendered.add(to);
      const page = await tabs.open();
      const watch = await watchNetwork(page, traffic, () => ({ ...moment(), prerendered: safeAddress(to) }));
      await within(options.timeout * 2, prerender(page, to, options.timeout), undefined);
      await watch.settled(options.quiet, LIMITS.settle);
      close(page);
    }
  };

  let ended = false;
  /** A visit that has seen too much ends, and says so once. */
  const isOver = (): boolean => {
    if (!ended && traffic.exceeded)
      note(`${address} loads more than a scan takes; the rest of the visit was not seen`);
    else if (!ended && tabs.exceeded())
      note(`${address} opens windows without end; the rest of the visit was not seen`);
    else if (!ended && told > LIMITS.words)
      note(`${address} tells more than a scan hears; the rest of the visit was not seen`);
    ended ||= traffic.exceeded || tabs.exceeded() || told > LIMITS.words;
    return ended;
  };

  return {
    get page() {
      return tab.page;
    },
    get arrivedAt() {
      return arrivedAt;
    },
    context,
    record,
    settle,
    async go(to) {
      if (isOver()) return false;
      address = to;
      told = 0;
      await leaveDeadTab();
      const { page } = tab;
      let status = 0;
      try {
        const answer = await page.goto(to, { waitUntil: 'commit', timeout: options.timeout });
        status = answer?.status() ?? 0;
        await within(options.timeout, page.waitForLoadState('load'), undefined);
      } catch (error) {
        note(`${to} could not be opened: ${firstLine(error)}`);
        return false;
      }
      await settle();
      arrivedAt = page.url();
      // A page that says it is none, or where another site answers, shows nothing of what is on it.
      if (!isOfSite(arrivedAt, options.url)) note(`${to} leads to another site, ${arrivedAt}`);
      else if (status >= 400) record.notes.push(safeText(`${to} answers ${status}`));
      else if (record.pages.length < LIMITS.links) record.pages.push(safeAddress(to));
      isOver();
      if (await leaveDeadTab()) note(`${to} does not come to rest, so it was given up`);
      return true;
    },
    async follow(pages) {
      const to = isOver() ? null : await linkTo(tab.page, pages);
      if (!to) return false;
      // What the click itself begins already counts for the page that it leads to.
      const from = address;
      address = to;
      told = 0;
      if (!(await followLink(tab.page, to, options.timeout))) {
        address = from;
        return false;
      }
      await settle();
      isOver();
      return true;
    },
    async stay() {
      if (options.stay === 0) return;
      await readPage(tab.page, options.stay, () => traffic.exceeded);
      await settle();
      isOver();
    },
    decided(next) {
      decision = next;
    },
    async look() {
      await within(LIMITS.look, tab.page.evaluate(scrollThrough), undefined);
      await settle();
      await seePrerendered();
      record.requests.push(...(await hints(tab.page, address, decision)));
      const siteHosts = new Set(traffic.requests.filter(({ sameSite }) => sameSite).map(({ host }) => host));
      if (URL.canParse(address)) siteHosts.add(new URL(address).hostname);
      const known = { words, responseCookies: traffic.responseCookies, siteHosts };
      const entries = await storedEntries(context, tab.page, known);
      const room = LIMITS.entries - record.entries.length;
      record.entries.push(
        ...entries.slice(0, room).map((entry) => ({ ...entry, page: safeAddress(address), decision })),
      );
      if (entries.length > room) note(`${address} stores more than a scan keeps`);
      isOver();
    },
    async probe(to) {
      const other = await tabs.open();
      try {
        const answer = await other.goto(to, { waitUntil: 'commit', timeout: options.timeout });
        return { status: answer?.status() ?? null, failure: null };
      } catch (error) {
        return { status: null, failure: safeText(firstLine(error)) };
      } finally {
        close(other);
      }
    },
    close: () => within(LIMITS.close, context.close(), undefined),
  };
}

/** Whether anything can be done in a page. */
const answers = (page: Page): Promise<boolean> =>
  within(
    LIMITS.look,
    page.evaluate(() => true).then(() => true),
    false,
  );

const firstLine = (error: unknown): string => String((error as Error).message ?? error).split('\n')[0] ?? '';

/** Runs in the page: what loads as it comes into view, loads. */
async function scrollThrough(): Promise<void> {
  const end = Math.min(document.documentElement.scrollHeight, 20_000);
  for (let at = innerHeight; at < end; at += innerHeight) {
    scrollTo(0, at);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  scrollTo(0, 0);
}
