import { page, withPart } from './page-state.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

/** What opens the preferences. */
const OPENERS = '[data-consent-action=customize],[data-consent-manage]';

/** Where whoever is about to decide is at. */
const SURFACES = '[data-consent-banner],dialog[data-consent-preferences]';

/** Delegates the clicks of all consent controls, and loads what answers them when a visitor comes near. */
export function attachControls(): void {
  // While capturing: a router's own listener then finds the click already taken.
  for (const type of ['click', 'change']) document.addEventListener(type, answer, true);
  for (const type of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(type, prepare, true);
}

function answer(event: Event): void {
  const control = closest(event, CONTROLS);
  const isBox = control?.matches('[type=checkbox],[type=radio]');
  // Boxes speak by `change`: their click comes first, with the old state.
  if (!control || isBox !== (event.type === 'change')) return;
  if (!isBox) event.preventDefault();
  const leave = () => sendInBackground(control);
  const stay = () => removeEventListener('pagehide', leave);
  if (!page().parts.consent) {
    addEventListener('pagehide', leave);
    // What answers is still on its way; the visitor sees at once that they have answered.
    if (control.matches('[data-consent-banner] [name=action]')) {
      document.documentElement.dataset.consentUi = 'closed';
      leaveBanner();
    }
  }
  withPart(
    'consent',
    ({ act }) => {
      stay();
      act(control);
    },
    () => {
      // It leaves by its form, which decides by itself.
      stay();
      sendForm(control);
    },
  );
}

/** Has the site decide for a visitor who leaves the page before what answers the click has come: no refusal is lost. */
function sendInBackground(control: Element): void {
  const { form, name } = control as HTMLButtonElement;
  // By attribute: `action` is the name of its buttons, too.
  const address = form?.getAttribute('action');
  if (name && address && form?.method === 'post') {
    navigator.sendBeacon(address, new FormData(form, control as HTMLButtonElement));
  }
}

function prepare(event: Event): void {
  if (!closest(event, `${SURFACES},${CONTROLS}`)) return;
  withPart('consent');
  if (event.type === 'pointerdown' && closest(event, OPENERS)) withPart('preferences');
  const from = (event as FocusEvent).relatedTarget;
  if (event.type === 'focusin' && from instanceof HTMLElement && !from.closest(SURFACES)) {
    page().focusedBefore = from;
  }
}

/** The preferences page without JavaScript works by itself also with it: there the forms are the page. */
function closest(event: Event, selector: string): HTMLElement | null {
  // Also one inside a shadow tree.
  const [target] = event.composedPath();
  const isOwnPage = location.pathname.startsWith(`${page().facts?.payload.base}/preferences`);
  return target instanceof Element && !isOwnPage ? target.closest<HTMLElement>(selector) : null;
}

/**
 * Has a control's form go its way without JavaScript: a page may be older than the files of its site, or something
 * between them and the visitor keeps them away.
 */
export function sendForm(control: Element): void {
  const { form, type } = control as HTMLButtonElement;
  if (type === 'submit') form?.requestSubmit(control as HTMLButtonElement);
}

/**
 * A hidden button drops the focus to the top of the page, in the banner and behind the dialog that it opened; it belongs
 * where the visitor came from. While the dialog is open nothing behind it can have it.
 */
export function leaveBanner(): void {
  const isIn = document.activeElement?.closest('[data-consent-banner]');
  if (isIn) page().focusedBefore?.focus({ preventScroll: true });
}
