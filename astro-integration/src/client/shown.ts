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
  let before: Element | null = null;
  const measure = new ResizeObserver(([entry]) => {
    // Room for focused elements to scroll into (WCAG 2.4.11): the banner covers the end of the page.
    const size = `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`;
    // Mostly known from the banner's own script; to set it again would have the browser style the whole page anew.
    if (style.getPropertyValue('--pc-banner-size') !== size) style.setProperty('--pc-banner-size', size);
  });
  sync = () => {
    const banner = document.querySelector('[data-consent-banner]');
    measure.disconnect();
    if (!banner) return;
    if (root.dataset.consentUi === 'banner') measure.observe(banner);
    // A hidden button drops the focus to the top of the page; it belongs where the visitor came from.
    else if (banner.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus({ preventScroll: true });
  };
  const remember = (event: FocusEvent) => {
    const inside = (node: EventTarget | null) =>
      node instanceof Element && node.closest('[data-consent-banner]');
    if (inside(event.target) && !inside(event.relatedTarget)) before = event.relatedTarget as Element | null;
  };
  new MutationObserver(sync).observe(root, { attributeFilter: ['data-consent-ui'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('astro:after-swap', sync);
  sync();
}
