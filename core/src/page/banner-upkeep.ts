import type { ConsentConfig, ConsentState } from '../contract/config.ts';
import { isLoadableAddress } from '../contract/safe-html.ts';
import { bannerFacts } from '../ui/banner-facts.ts';
import { type BannerNote, bannerNotes } from '../ui/banner-notes.ts';
import { watchBanner } from './banner-watch.ts';
import { page } from './page-state.ts';
import type { ConsentStore } from './store.ts';
import { trusted } from './trusted-types.ts';

/**
 * Keeps what the page's banner says in step with the store. Its HTML comes from the server; on a prerendered page it
 * may be older than the configuration, or from a time when the CMS was away.
 *
 * @returns a function that stops it.
 */
export function keepBanner(store: ConsentStore): () => void {
  /** With the banner that has come now, if one has. */
  const syncOnce = () => {
    if (document.querySelector('[data-consent-banner]')) sync();
  };
  const sync = () => {
    const state = store.getState();
    if (!store.config.enabled || state.ui !== 'banner') return;
    // Looked up anew each time, since client-side navigation puts another one in its place.
    const banner = document.querySelector<HTMLElement>('[data-consent-banner]');
    if (banner) {
      write(banner, store.config, state);
      watchBanner();
    } else void (page().makeMarkup?.(store) ?? fetchBanner()).then(syncOnce);
  };
  // With each change of the page too: another one may stand in its place.
  const { listeners } = page();
  const unsubscribe = store.subscribe(sync);
  listeners.add(sync);
  return () => {
    unsubscribe();
    listeners.delete(sync);
  };
}

/** The page that was asked for last: one without a banner is not asked for again with each change. */
let asked: string | undefined;

/**
 * A page made for a visitor who had decided comes without the banner. Should it become due after all, as when the
 * cookie was deleted or the configuration changed meanwhile, a fresh copy of the same page has it.
 */
async function fetchBanner(): Promise<void> {
  if (asked === location.href) return;
  asked = location.href;
  try {
    const html = await (await fetch(location.href, { headers: { accept: 'text/html' } })).text();
    const fresh = new DOMParser().parseFromString(trusted('HTML', html), 'text/html');
    const banner = fresh.querySelector('[data-consent-banner]');
    if (banner && !document.querySelector('[data-consent-banner]')) {
      document.body.prepend(document.adoptNode(banner));
    }
  } catch {
    // The next page load asks; until then nothing is granted.
  }
}

/** Texts of the CMS are text, never markup; an empty one leaves the built-in text of the page in place. */
function write(banner: HTMLElement, config: ConsentConfig, state: ConsentState): void {
  const { model } = state;
  const { banner: texts, locale } = config;
  const { labels, notes = {} } = texts;
  const say = (selector: string, text: string | undefined) => {
    const element = banner.querySelector<HTMLElement>(selector);
    if (!element || !text || element.textContent === text) return;
    element.textContent = text;
    if (locale === document.documentElement.lang) return;
    element.lang = locale;
    element.dir = 'auto';
  };
  const show = (selector: string, isShown: boolean) => {
    const element = banner.querySelector<HTMLElement>(selector);
    if (element) element.hidden = !isShown;
  };
  banner.dataset.model = model;
  banner.dataset.position = texts.position;
  say('h2', texts.title);
  say('p', texts.description);
  say('[value=accept-all]', labels.acceptAll);
  say('[value=reject-all]', labels.rejectAll);
  say('[value=dismiss]', labels.close);
  say('[data-consent-action=customize]', labels.customize);
  show('[value=accept-all]', model === 'opt-in');
  show('[value=reject-all]', texts.showRejectAll);
  const holding = bannerNotes(state);
  const note = (part: BannerNote, text: string | undefined) => {
    const selector = `[data-consent-part=${part}]`;
    say(selector, text);
    show(selector, holding.includes(part));
  };
  note('opt-out', notes.optOut);
  note('notice', notes.notice);
  note('changed', notes.changed);
  for (const [fact, text] of Object.entries(bannerFacts(config))) say(`[data-consent-fact=${fact}]`, text);
  say('[data-consent-fact=withdraw]', labels.manage);
  for (const link of banner.querySelectorAll<HTMLAnchorElement>('[data-consent-link]')) {
    const href = texts.links[link.dataset.consentLink as 'privacy'];
    // Nothing that runs, and nothing that leads nowhere.
    link.hidden = !href || !isLoadableAddress(href);
    if (href && !link.hidden) link.href = href;
    else link.removeAttribute('href');
  }
}
