let measure: ResizeObserver | undefined;
let measured: Element | null = null;

/**
 * Keeps as much room at the end of the page as the banner covers, for focused elements to scroll into (WCAG 2.4.11).
 * Observed, not asked for: that would have the browser lay out the page in the midst of other work.
 */
export function keepBannerRoom(): void {
  const banner = document.querySelector('[data-consent-banner]');
  const { style } = document.documentElement;
  // Of a banner that is hidden and shown again the browser tells.
  if (!banner || banner === measured || document.documentElement.dataset.consentUi !== 'banner') return;
  measure?.disconnect();
  measured = banner;
  measure = new ResizeObserver(([entry]) => {
    const { offsetHeight } = entry!.target as HTMLElement;
    // One more, for it is rounded.
    const size = `${offsetHeight + 1}px`;
    // To set it has the browser style the whole page anew: never while the visitor waits for the banner to go.
    if (!offsetHeight) setTimeout(() => style.removeProperty('--pc-banner-size'), 99);
    else if (style.getPropertyValue('--pc-banner-size') !== size) style.setProperty('--pc-banner-size', size);
  });
  measure.observe(banner);
}
