import { page } from './page-state.ts';

/** Where whoever is about to decide is at. */
export const SURFACES = '[data-consent-banner],dialog[data-consent-preferences]';

let watched: Element | null = null;

/** Does what a banner needs that shows, or is about to; to be called again where another may have taken its place. */
export function watchBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-consent-banner]');
  // Of a banner that is hidden and shown again the browser tells.
  if (!banner || banner === watched) return;
  watched = banner;
  keepRoomFor(banner);
  banner.addEventListener('focusin', ({ relatedTarget: from }) => {
    if (from instanceof HTMLElement && !from.closest(SURFACES)) page().focusedBefore = from;
  });
}

/**
 * Keeps as much room at the end of the page as the banner covers, for focused elements to scroll into (WCAG 2.4.11).
 * Observed, not asked for: that would have the browser lay out the page in the midst of other work.
 */
function keepRoomFor(banner: HTMLElement): void {
  const { style } = document.documentElement;
  const measure = new ResizeObserver(() => {
    const { offsetHeight } = banner;
    // One more, for it is rounded.
    const size = `${offsetHeight + 1}px`;
    // Gone with its page: another bundle may watch the one in its place, whose size is set by now.
    if (!banner.isConnected) measure.disconnect();
    // To set it has the browser style the whole page anew: never while the visitor waits for the banner to go.
    else if (!offsetHeight) setTimeout(() => style.removeProperty('--pc-banner-size'), 99);
    else if (style.getPropertyValue('--pc-banner-size') !== size) style.setProperty('--pc-banner-size', size);
  });
  measure.observe(banner);
}
