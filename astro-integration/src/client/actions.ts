import type { ConsentStore } from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

/**
 * Delegates the clicks of all consent controls.
 *
 * @param withStore gives the store, at once where it is there already: a decision then shows before the next paint
 */
export function attachActions(withStore: (use: (store: ConsentStore) => void) => void): void {
  // While capturing: a router's own listener then finds the click already taken.
  document.addEventListener(
    'click',
    (event) => {
      const control = controlOf(event);
      const key = control?.dataset.consentToggle;
      // Boxes speak by `change`: their click comes first, with the old state.
      if (!control || (key !== undefined && control instanceof HTMLInputElement)) return;
      event.preventDefault();
      withStore((store) => (key === undefined ? act(control, store) : store.toggle(key)));
    },
    true,
  );
  document.addEventListener('change', (event) => {
    const control = controlOf(event);
    const key = control?.dataset.consentToggle;
    if (key === undefined || !(control instanceof HTMLInputElement)) return;
    withStore((store) => store.toggle(key, control.checked));
  });
}

function act(control: HTMLElement, store: ConsentStore): void {
  const { consentAction, consentAllow } = control.dataset;
  if (consentAllow) control.dispatchEvent(new CustomEvent('consentallow', { bubbles: true, detail: store }));
  else ACTIONS[consentAction ?? 'customize']?.(store, control);
}

/** `data-consent-action` and what it does. */
const ACTIONS: Record<string, (store: ConsentStore, control: Element) => void> = {
  'accept-all': (store) => store.acceptAll(),
  'reject-all': (store) => store.rejectAll(),
  withdraw: (store) => store.withdraw(),
  save: (store) => store.save(),
  reload: () => location.reload(),
  customize: (store, control) => {
    if (store.config.enabled) withPart('preferences', (openPreferences) => openPreferences(store, control));
  },
  close: (store) => {
    const { ui } = store.getState();
    if (ui === 'preferences') store.close();
    else if (ui === 'banner') store.dismiss();
  },
};

/** The preferences page without JavaScript works by itself also with it: there the forms are the page. */
function controlOf(event: Event): HTMLElement | null {
  const target = event.composedPath()[0];
  const { base } = page().facts?.payload ?? {};
  if (!(target instanceof Element) || location.pathname === `${base}/preferences`) return null;
  return target.closest<HTMLElement>(CONTROLS);
}
