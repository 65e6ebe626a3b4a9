import { page } from './page.ts';
import { withPart } from './parts.ts';
import { sendForm } from './send-form.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

/** Delegates the clicks of all consent controls. */
export function attachActions(): void {
  const listen = (event: Event) => {
    const control = controlOf(event);
    const isBox = control?.matches('[type=checkbox],[type=radio]');
    // Boxes speak by `change`: their click comes first, with the old state.
    if (!control || isBox !== (event.type === 'change')) return;
    if (!isBox) event.preventDefault();
    // On a page that has no store yet banner and preferences are answered without one.
    withPart(
      page().store ? 'store' : 'answer',
      ({ act }) => act(control),
      () => sendForm(control),
    );
  };
  // While capturing: a router's own listener then finds the click already taken.
  for (const type of ['click', 'change']) document.addEventListener(type, listen, true);
  // One that hits nothing: what the browser compiles at the first call is not for the visitor's click to wait for.
  listen(new Event(''));
}

/** The preferences page without JavaScript works by itself also with it: there the forms are the page. */
function controlOf(event: Event): HTMLElement | null {
  // Also one inside a shadow tree.
  const [target = document.head] = event.composedPath();
  const { base } = page().facts?.payload ?? {};
  if (!(target instanceof Element) || location.pathname.startsWith(`${base}/preferences`)) return null;
  return target.closest<HTMLElement>(CONTROLS);
}
