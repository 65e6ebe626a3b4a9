import { SURFACES } from './banner-watch.ts';
import { page, withhold, withPart } from './page-state.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

/** Delegates the clicks of all consent controls, and makes the store that answers them when a visitor comes near. */
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
  const { parts, unanswered } = page();
  // What is refused waits for nothing.
  if (!parts.consent && (control as HTMLButtonElement).value === 'reject-all') withhold();
  const use = { control };
  unanswered.add(use);
  /** Whether it is still to be answered here, and from now on no more. */
  const take = () => unanswered.delete(use);
  withPart(
    'consent',
    ({ act }) => take() && act(control),
    // It leaves by its form, which decides by itself.
    () => take() && sendForm(control),
  );
}

/** Has the store made, and not only its code loaded: to make it takes longer than to decide, and the paint after a click waits for both. */
function prepare(event: Event): void {
  if (!page().parts.consent && closest(event, `${SURFACES},${CONTROLS}`))
    withPart('consent', (part) => void part.startStore());
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
