import type { ConsentStore } from '@permesso/consent-core';
import css from '../../components/preferences.css?inline';
import tokens from '../../components/tokens.css?inline';
import { preferencesForm } from '../ui/preferences-form.ts';
import { toDom } from './dom.ts';
import { inputOf } from './preferences-input.ts';
import { adoptSheet } from './sheet.ts';

/**
 * Built here from the store rather than fetched from `{basePath}/preferences`: it opens without a request, works on
 * a static site and while the network is away, and shows the very configuration that the decision will be judged by.
 * The tree is the one that the page without JavaScript is made of.
 */

/** The store says that it is open while it is being opened, and whoever hears of it opens it too. */
let opening = false;

/**
 * Opens the preferences as a modal dialog. Esc, the backdrop and the close button drop what was toggled and grant
 * nothing; focus goes in, and back to `opener` (by default the focused element) when it closes.
 */
export function openPreferences(store: ConsentStore, opener?: Element | null): void {
  const dialog = dialogOfPage();
  if (opening || dialog.open || !store.config.enabled) return;
  const origin = opener ?? document.activeElement;
  opening = true;
  if (store.getState().ui !== 'preferences') store.open('preferences');
  opening = false;
  if (store.getState().ui !== 'preferences') return;
  adoptSheet(tokens + css);
  dialog.replaceChildren(toDom(preferencesForm(inputOf(dialog, store))));
  dialog.setAttribute('aria-labelledby', 'pc-preferences-title');

  const events = new AbortController();
  const { signal } = events;
  const close = () => {
    events.abort();
    unsubscribe();
    dialog.close();
    dialog.replaceChildren();
    // Before a swap too: a modal dialog that is moved to another document falls out of the top layer.
    if (store.getState().ui === 'preferences') store.close();
    returnFocus(origin);
  };
  const sync = () => {
    const { ui, draft } = store.getState();
    if (ui !== 'preferences') return close();
    for (const input of dialog.querySelectorAll<HTMLInputElement>('[data-consent-toggle]')) {
      input.checked = draft[input.value] === true;
    }
  };
  const unsubscribe = store.subscribe(sync);

  dialog.addEventListener('close', close, { signal });
  dialog.addEventListener('click', (event) => event.target === dialog && close(), { signal });
  // Enter in a switch must not send the form: the buttons speak through the page's delegated clicks.
  dialog.addEventListener('submit', (event) => event.preventDefault(), { signal });
  document.addEventListener('astro:before-swap', close, { signal });
  dialog.showModal();
}

function dialogOfPage(): HTMLDialogElement {
  const placed = document.querySelector<HTMLDialogElement>('dialog[data-consent-preferences]');
  if (placed) return placed;
  const dialog = document.createElement('dialog');
  dialog.dataset.consentPreferences = '';
  document.body.append(dialog);
  return dialog;
}

/** The opener may be gone with the banner: then the control that opens the preferences again. */
function returnFocus(opener: Element | null): void {
  const visible = (element: Element | null) => element?.isConnected && element.getClientRects().length > 0;
  const target = visible(opener) ? opener : document.querySelector('[data-consent-manage]');
  if (target instanceof HTMLElement) target.focus();
}
