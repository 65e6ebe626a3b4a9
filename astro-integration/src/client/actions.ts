import type { ConsentStore } from '@permesso/consent-core';
import { expressionKeys } from '../expression-keys.ts';
import { allowOnce, expressionOf } from './gates.ts';

/** Anything anywhere on the page that speaks to consent, also what is added later. */
const CONTROLS = '[data-consent-action],[data-consent-manage],[data-consent-toggle],[data-consent-allow]';

/**
 * Delegates the clicks of all consent controls.
 *
 * @param ready gives the store, at once where it is there already: a decision then shows before the next paint
 * @param isNative whether the page's forms are to work by themselves
 */
export function attachActions(
  ready: (use: (store: ConsentStore) => void) => void,
  open: (store: ConsentStore, opener: Element) => void,
  isNative: () => boolean,
): void {
  const act = (control: HTMLElement, store: ConsentStore) => {
    const { consentAction: action, consentAllow: allow } = control.dataset;
    if (allow) allowGate(control, allow, store);
    else if (!action || action === 'customize') open(store, control);
    else if (action === 'accept-all') store.acceptAll();
    else if (action === 'reject-all') store.rejectAll();
    else if (action === 'withdraw') store.withdraw();
    else if (action === 'save') store.save();
    else if (action === 'reload') location.reload();
    else if (action === 'close') closeView(store);
  };
  // While capturing: a router's own listener then finds the click already taken.
  document.addEventListener(
    'click',
    (event) => {
      const control = controlOf(event);
      if (!control || isNative()) return;
      const key = control.dataset.consentToggle;
      // Boxes speak by `change`: their click comes first, with the old state.
      if (key !== undefined && control instanceof HTMLInputElement) return;
      event.preventDefault();
      ready((store) => (key === undefined ? act(control, store) : store.toggle(key)));
    },
    true,
  );
  document.addEventListener('change', (event) => {
    const control = controlOf(event);
    const key = control?.dataset.consentToggle;
    if (key === undefined || !(control instanceof HTMLInputElement) || isNative()) return;
    ready((store) => store.toggle(key, control.checked));
  });
}

function controlOf(event: Event): HTMLElement | null {
  const target = event.composedPath()[0];
  return target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

function closeView(store: ConsentStore): void {
  const { ui } = store.getState();
  if (ui === 'preferences') store.close();
  else if (ui === 'banner') store.dismiss();
}

function allowGate(control: HTMLElement, allow: string, store: ConsentStore): void {
  const gate = control.closest<HTMLElement>('[data-consent-gate]');
  if (!gate) return;
  if (allow === 'once') {
    allowOnce(gate);
    return;
  }
  for (const key of expressionKeys(expressionOf(gate))) store.toggle(key, true);
  store.save();
}
