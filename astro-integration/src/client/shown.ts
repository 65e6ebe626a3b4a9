const BANNER = '[data-consent-banner]';
const DIALOG = 'dialog[data-consent-preferences]';

let sync: (() => void) | undefined;

/**
 * Serves the banner while it shows, which is for CSS to tell, by `data-consent-ui` on the root. It is looked up anew
 * each time, since client-side navigation puts another one in its place.
 */
export function attachBanner(): void {
  if (sync) {
    sync();
    return;
  }
  const root = document.documentElement;
  const { style } = root;
  /** What had the focus before the banner, or the dialog, as long as one of them has it. */
  let before: HTMLElement | null = null;
  const measure = new ResizeObserver(([entry]) => {
    // Room for focused elements to scroll into (WCAG 2.4.11): the banner covers the end of the page.
    // One more, for it is rounded.
    const size = `${(entry!.target as HTMLElement).offsetHeight + 1}px`;
    // Mostly known from the banner's own script; to set it again would have the browser style the whole page anew.
    if (style.getPropertyValue('--pc-banner-size') !== size) style.setProperty('--pc-banner-size', size);
  });
  sync = () => {
    const banner = document.querySelector(BANNER);
    measure.disconnect();
    if (root.dataset.consentUi === 'banner') {
      if (banner) measure.observe(banner);
      return;
    }
    // Later: it has the browser style the whole page anew, and the visitor waits for the banner to go.
    setTimeout(() => style.removeProperty('--pc-banner-size'), 99);
    // A hidden button drops the focus to the top of the page, in the banner and behind the dialog that it opened; it
    // belongs where the visitor came from. While the dialog is open nothing behind it can have it.
    before?.focus({ preventScroll: true });
  };
  const remember = ({ target, relatedTarget: from }: FocusEvent) => {
    const ours = (element: EventTarget | null) => (element as Element).closest?.(`${BANNER},${DIALOG}`);
    if (!ours(target)) before = null;
    else if (from && !ours(from)) before = from as HTMLElement;
  };
  new MutationObserver(sync).observe(root, { attributeFilter: ['data-consent-ui'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('astro:after-swap', sync);
  sync();
}
