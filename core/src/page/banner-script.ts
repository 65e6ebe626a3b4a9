/**
 * Stands behind the banner: what of it is needed from the first paint on, while the rest of the page may still be on its way.
 * Who has decided gets neither.
 */
import { watchBanner } from './banner-watch.ts';
import { page } from './page-state.ts';

if (document.documentElement.dataset.consentUi === 'banner') watchBanner();

// For a visitor who leaves before what answers the click has come. The last decision alone: two may arrive in another order.
addEventListener('pagehide', () => {
  const { unanswered } = page();
  for (const use of [...unanswered].reverse()) {
    const control = use.control as HTMLButtonElement;
    const { form, name } = control;
    // By attribute: `action` is the name of its buttons, too.
    const address = form?.getAttribute('action');
    if (!name || !address || form?.method !== 'post') continue;
    // A page that is come back to must not decide again by it.
    if (navigator.sendBeacon(address, new FormData(form, control))) unanswered.clear();
    return;
  }
});
