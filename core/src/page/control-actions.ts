import { sendForm } from './controls.ts';
import { withPart } from './page-state.ts';
import type { ConsentStore } from './store.ts';

/** What grants something. Whatever else speaks to consent works wherever it stands. */
const GRANTS =
  '[data-consent-action=accept-all],[data-consent-action=save],[data-consent-toggle],[data-consent-allow]';

/** The site's own markup and our parts. Not `data-`: sanitizers leave such attributes in what visitors write. */
const OWN = '[consent-own]';

/** What a control asks for. One that would grant something and is not the site's own only opens the preferences. */
export function askedBy(control: HTMLElement): DOMStringMap {
  return control.matches(GRANTS) && !control.closest(OWN) ? { consentAction: 'customize' } : control.dataset;
}

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
export function doAsAsked(store: ConsentStore, control: HTMLElement): void {
  const { consentAction, consentAllow, consentToggle } = askedBy(control);
  if (consentToggle !== undefined) {
    store.toggle(consentToggle, control instanceof HTMLInputElement ? control.checked : undefined);
  } else if (consentAllow !== undefined) {
    control.dispatchEvent(new CustomEvent('consentallow', { bubbles: true, detail: store }));
  } else {
    ACTIONS[consentAction ?? 'customize']?.(store, control);
  }
}

/** Opens the preferences; where what they are made of does not come, their page opens: a grant can be withdrawn all the same. */
export function openPreferences(opener?: Element): void {
  withPart(
    'preferences',
    (part) => part.openPreferences(opener),
    () => opener && sendForm(opener),
  );
}
