/**
 * Measures the banner that shows as soon as the parser has passed it: the room at the page's end is right from the
 * first paint on, also where the runtime comes late. The browser has then laid the banner out by itself, and not with
 * all the rest of the page in one long task. The same bytes on every page, as a Content-Security-Policy allows them
 * by their hash.
 */
export const bannerSizeScript = [
  '{let e=document.documentElement;',
  "if(e.dataset.consentUi==='banner')",
  "e.style.setProperty('--pc-banner-size',document.querySelector('[data-consent-banner]').offsetHeight+1+'px')}",
].join('');
