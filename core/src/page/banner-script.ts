/**
 * Stands behind the banner: what of it is needed from the first paint on, while the rest of the page may still be on its way.
 * Who has decided gets neither.
 */
import { watchBanner } from './banner-watch.ts';
import { page } from './page-state.ts';

if (document.documentElement.dataset.consentUi === 'banner') watchBanner();

/** Has the site decide, in the background, by a control's form. Returns whether it does. */
function sendInBackground(control: Element): boolean {
  const { form, name } = control as HTMLButtonElement;
  // By attribute: `action` is the name of its buttons, too.
  const address = form?.getAttribute('action');
  if (!name || !address || form?.method !== 'post') return false;
  return navigator.sendBeacon(address, new FormData(form, control as HTMLButtonElement));
}

// For a visitor who leaves before what answers the click has come. A page that is come back to must not decide again by it.
addEventListener('pagehide', () => {
  const { unanswered } = page();
  for (const use of unanswered) if (sendInBackground(use.control)) unanswered.delete(use);
});
