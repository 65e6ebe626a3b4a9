import type { ConsentStore } from '@permesso/consent-core';
import { askedBy } from './asked.ts';
import { openPreferences } from './open.ts';

/** `data-consent-action` and what it does. */
const ACTIONS: Record<string, (store: ConsentStore, control: Element) => void> = {
  'accept-all': (store) => store.acceptAll(),
  'reject-all': (store) => store.rejectAll(),
  withdraw: (store) => store.withdraw(),
  save: (store) => store.save(),
  reload: () => location.reload(),
  customize: (store, control) => {
    if (store.config.enabled) openPreferences(control);
  },
  close: (store) => {
    const { ui } = store.getState();
    if (ui === 'preferences') store.close();
    else if (ui === 'banner') store.dismiss();
  },
};

/** Does what a control of the page asks for. */
export function act(store: ConsentStore, control: HTMLElement): void {
  const { consentAction, consentAllow, consentToggle } = askedBy(control);
  if (consentToggle !== undefined) {
    store.toggle(consentToggle, control instanceof HTMLInputElement ? control.checked : undefined);
  } else if (consentAllow !== undefined) {
    control.dispatchEvent(new CustomEvent('consentallow', { bubbles: true, detail: store }));
  } else {
    ACTIONS[consentAction ?? 'customize']?.(store, control);
  }
}
