import type { PagePayload } from '../contract/payload.ts';
import { isQuietPage } from '../rules/quiet-pages.ts';
import { initialView } from '../rules/resolve.ts';
import { watchBanner } from './banner-watch.ts';
import { ledger } from './ledger.ts';
import { type Parts, page, storedCookie, tellPage, withhold, withPart } from './page-state.ts';
import { WAITING_MARKUP } from './start-page.ts';
import { takePayload } from './visitor-config.ts';

/*
 * Client-side navigation, for whoever adapts a router: each of these is called at its moment. The attributes of consent
 * stay, and a page is judged by its own configuration before it shows (rule L).
 */

/** What a page is told of its configuration; null where nothing of ours is on it. */
const payloadIn = ({ head }: Document): PagePayload | null =>
  JSON.parse(head.querySelector('script[data-consent-config]')?.textContent ?? 'null');

/** Whether one of the two is of a preview, whose decisions are of nobody: then no store leads from one to the other. */
function isApart(payload: PagePayload | null): boolean {
  const { facts } = page();
  return (
    payload !== null && facts !== undefined && !payload.config?.preview !== !facts.payload.config?.preview
  );
}

/**
 * Loads the next page and readies it. It is loaded again where something was decided meanwhile: what the site asked on its
 * server would be as old as that (I5).
 *
 * @param next the page that was loaded
 * @param isPosted it answers a form, and must not be asked for twice
 * @param leave is called where the browser has to load that page by itself, since a preview begins or has ended with it
 */
export async function preparePage(
  load: () => Promise<void>,
  next: () => Document,
  isPosted: boolean,
  leave?: () => void,
): Promise<void> {
  let before: string | undefined;
  do {
    before = storedCookie();
    await load();
  } while (storedCookie() !== before && !isPosted);
  if (leave && isApart(payloadIn(next()))) {
    leave();
    return;
  }
  await judge(next());
  if (!next().querySelector(WAITING_MARKUP)) return;
  await new Promise<void>((resolve) => withPart('markup', () => resolve(), resolve));
}

/**
 * For a router that runs the scripts of a page that it has put in place: `mark` has it leave alone what has run. It is called with each
 * script that the core makes from now on, before that is put into the page.
 */
export function markScripts(mark: (script: HTMLElement) => void): void {
  ledger().mark = mark;
}

/** Before the next page is put in place of this one. */
export function leavePage(next: Document): void {
  // Moved to another document it would fall out of the top layer.
  document.querySelector<HTMLDialogElement>('dialog[data-consent-preferences][open]')?.close();
  // A router would wipe them.
  for (const { name, value } of document.documentElement.attributes) {
    if (name.startsWith('data-consent')) next.documentElement.setAttribute(name, value);
  }
}

/** Once the page is in place, also where somebody has loaded it in their own way. */
export async function arriveAtPage(): Promise<void> {
  watchBanner();
  showOrHideBanner();
  await judge(document);
  tellPage();
  const { store } = page();
  // The offer has gone with the page before this one, and what is to end by it runs on.
  if (store?.getState().needsReload) withPart('preferences', (part) => part.offerReload(store));
}

/** Before the new page is painted: the banner may keep quiet on it, or have kept quiet on the one before. */
function showOrHideBanner(): void {
  const { store, facts } = page();
  const config = store?.config ?? facts?.payload.config;
  if (!config?.banner.quietPages) return;
  if (store) store.refresh(store.config);
  else if (facts && !facts.payload.source) {
    const { status, model } = facts.judged;
    const isAsked = model && initialView({ status, model }, config) === 'banner';
    document.documentElement.dataset.consentUi =
      isAsked && !isQuietPage(config.banner.quietPages) ? 'banner' : 'closed';
  }
}

/** Judges by a page's own configuration where that differs from the present one. */
async function judge(next: Document): Promise<void> {
  const payload = payloadIn(next);
  const { facts } = page();
  if (isApart(payload)) {
    withhold();
    location.reload();
    return;
  }
  // A page that does not know its visitor has the shorter key, and is not believed against one that does.
  if (!payload || facts?.payload.key.startsWith(payload.key)) return;
  // Where none was known nothing ran by one, and there is no store: it is made by what the next page knows of its visitor.
  const isFirst = facts?.payload.config === null && payload.visitor && payload.config !== null;
  if (isFirst) takePayload(facts, payload);
  await new Promise<void>((resolve) => {
    const stop = () => {
      withhold();
      resolve();
    };
    const follow = async ({ startStore }: Parts['consent']) => {
      // By what holds until now: what ran by it stays granted unless the new one says otherwise.
      const store = await startStore();
      if (!store) return stop();
      withPart('visitor', (part) => void part.followPage(store, payload).then(resolve), stop);
    };
    // Single services may have been decided on.
    withPart(isFirst ? 'services' : 'consent', (part) => void follow(part), stop);
  });
}
