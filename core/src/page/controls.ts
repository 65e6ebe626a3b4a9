import { page, withhold, withPart } from './page-state.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

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
  let isSent = false;
  const leave = () => {
    isSent = sendInBackground(control);
  };
  /** Once, whatever comes of it: a page that is come back to must not decide again by an old click. */
  const once = (decide: () => void) => {
    removeEventListener('pagehide', leave);
    if (!isSent) decide();
  };
  const { parts } = page();
  if (!parts.consent) {
    addEventListener('pagehide', leave, { once: true });
    // What is refused waits for nothing.
    if ((control as HTMLButtonElement).value === 'reject-all') withhold();
  }
  withPart(
    'consent',
    ({ act }) => once(() => act(control)),
    // It leaves by its form, which decides by itself.
    () => once(() => sendForm(control)),
  );
}

/** Has the site decide for a visitor who leaves the page before what answers the click has come. Returns whether it does. */
function sendInBackground(control: Element): boolean {
  const { form, name } = control as HTMLButtonElement;
  // By attribute: `action` is the name of its buttons, too.
  const address = form?.getAttribute('action');
  if (!name || !address || form?.method !== 'post') return false;
  return navigator.sendBeacon(address, new FormData(form, control as HTMLButtonElement));
}

function prepare(event: Event): void {
  if (!closest(event, `${SURFACES},${CONTROLS}`)) return;
  withPart('consent');
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
