import type { ConsentConfig, ConsentState, ConsentStore } from '@permesso/consent-core';

/**
 * Keeps what the page's banner says in step with the store; whether it shows is for CSS to tell, by `data-consent-ui`
 * on the root. The banner's HTML comes from the server; on a prerendered page it may be older than the configuration,
 * or from a time when the CMS was away.
 *
 * The banner is looked up anew each time, since client-side navigation puts another one in its place.
 *
 * @returns a function that stops it.
 */
export function mountBanner(store: ConsentStore): () => void {
  let before: Element | null = null;
  const measure = new ResizeObserver(([entry]) => {
    // Room for focused elements to scroll into (WCAG 2.4.11): the banner covers the end of the page.
    const size = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
    document.documentElement.style.setProperty('--pc-banner-size', `${size}px`);
  });

  const sync = () => {
    const state = store.getState();
    const shown = store.config.enabled && state.ui === 'banner';
    const banner = document.querySelector<HTMLElement>('[data-consent-banner]');
    if (!banner) {
      if (shown) fetchBanner(sync);
      return;
    }
    const held = banner.contains(document.activeElement);
    if (shown) write(banner, store.config, state);
    measure.disconnect();
    if (shown) measure.observe(banner);
    // A hidden button drops the focus to the top of the page; it belongs where the visitor came from.
    else if (held && state.ui === 'closed' && before instanceof HTMLElement)
      before.focus({ preventScroll: true });
  };
  const remember = (event: FocusEvent) => {
    const inside = (node: EventTarget | null) =>
      node instanceof Element && node.closest('[data-consent-banner]');
    if (inside(event.target) && !inside(event.relatedTarget)) before = event.relatedTarget as Element | null;
  };

  const unsubscribe = store.subscribe(sync);
  sync();
  document.addEventListener('focusin', remember);
  document.addEventListener('astro:after-swap', sync);
  return () => {
    unsubscribe();
    measure.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('astro:after-swap', sync);
  };
}

let fetching = false;

/**
 * A page made for a visitor who had decided comes without the banner. Should it become due after all, as when the
 * cookie was deleted or the configuration changed meanwhile, a fresh copy of the same page has it.
 */
async function fetchBanner(sync: () => void): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    const page = await (await fetch(location.href, { headers: { accept: 'text/html' } })).text();
    const banner = new DOMParser().parseFromString(page, 'text/html').querySelector('[data-consent-banner]');
    if (banner && !document.querySelector('[data-consent-banner]')) {
      document.body.prepend(document.adoptNode(banner));
      sync();
    }
  } catch {
    // The next page load asks; until then nothing is granted.
  } finally {
    fetching = false;
  }
}

/** Texts of the CMS are text, never markup; an empty one leaves the built-in text of the page in place. */
function write(banner: HTMLElement, { banner: texts }: ConsentConfig, { model, status }: ConsentState): void {
  const { labels } = texts;
  const say = (selector: string, text: string | undefined) => {
    const element = banner.querySelector(selector);
    if (element && text && element.textContent !== text) element.textContent = text;
  };
  const show = (selector: string, shown: boolean) => {
    const element = banner.querySelector<HTMLElement>(selector);
    if (element) element.hidden = !shown;
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
  show('[data-consent-part=opt-out]', model === 'opt-out');
  show('[data-consent-part=changed]', status === 'stale');
}
