import { preferencesForm, preferencesStyle, toDom } from '@permesso/consent-core/ui';
import { categoryGrants, page } from './page.ts';
import { inputOf } from './preferences-input.ts';
import { styleSheet } from './sheet.ts';
import { storedCookie } from './stored-cookie.ts';

/**
 * Built here from what the page knows rather than fetched from `{basePath}/preferences`: it opens without a request, works on
 * a static site and while the network is away, and shows the very configuration that the decision will be judged by.
 * The tree is the one that the page without JavaScript is made of.
 */

const dress = styleSheet(preferencesStyle);

/** The store says that it is open while it is being opened, and whoever hears of it opens it too. */
let opening = false;

/**
 * Opens the preferences as a modal dialog, on a page without a store too: the switches then hold what was chosen until
 * it is decided, or until a store comes and takes it over. Esc, the backdrop and the close button drop what was toggled
 * and grant nothing; focus goes in, and back to `opener` (by default the focused element) when it closes.
 */
export function openPreferences(opener?: Element | null): void {
  const dialog = dialogOfPage();
  if (opening || dialog.open || !inputOf(dialog)?.config.enabled) return;
  const origin = opener ?? document.activeElement;
  const followed = page().store;
  if (followed && !tellOpen()) return;
  dress();
  dialog.replaceChildren(toDom(preferencesForm(inputOf(dialog)!)));
  dialog.setAttribute('aria-labelledby', 'pc-preferences-title');

  const events = new AbortController();
  const { signal } = events;
  const isOpenInStore = () => page().store?.getState().ui === 'preferences';
  const close = () => {
    events.abort();
    unsubscribe();
    dialog.close();
    dialog.replaceChildren();
    // Before a swap too: a modal dialog that is moved to another document falls out of the top layer.
    if (isOpenInStore()) page().store?.close();
    returnFocus(origin);
  };
  let following = followed !== null;
  const decision = storedCookie();
  const sync = () => {
    const { store } = page();
    if (!store || !dialog.open) return;
    if (!following) {
      following = true;
      // Decided elsewhere since they were opened: that is the later word.
      const chosen = storedCookie() === decision ? switchesOf(dialog) : [];
      takeOver(chosen.map(({ value, checked }) => [value, checked]));
    }
    if (!isOpenInStore()) return close();
    const { draft } = store.getState();
    for (const input of switchesOf(dialog)) input.checked = draft[input.value] === true;
  };
  dialog.addEventListener('close', close, { signal });
  // A click on the backdrop, begun there: whoever selects text may end outside of it.
  let pressed: EventTarget | null = null;
  const press = ({ target }: Event) => {
    pressed = target;
  };
  dialog.addEventListener('pointerdown', press, { signal });
  const leave = ({ target }: Event) => target === dialog && target === pressed && close();
  dialog.addEventListener('click', leave, { signal });
  // Enter in a switch must not send the form: the buttons speak through the page's delegated clicks.
  dialog.addEventListener('submit', (event) => event.preventDefault(), { signal });
  document.addEventListener('astro:before-swap', close, { signal });
  dialog.showModal();
  const unsubscribe = categoryGrants.subscribe(sync);
}

/** Has the store say that the preferences are open; false where it does not. */
function tellOpen(): boolean {
  const { store } = page();
  opening = true;
  if (store?.getState().ui !== 'preferences') store?.open('preferences');
  opening = false;
  return store?.getState().ui === 'preferences';
}

/** A store that came while the dialog was open goes on with what its switches say. */
function takeOver(chosen: [key: string, on: boolean][]): void {
  if (!tellOpen()) return;
  for (const [key, on] of chosen) page().store?.toggle(key, on);
}

const switchesOf = (dialog: HTMLElement) => [
  ...dialog.querySelectorAll<HTMLInputElement>('[data-consent-toggle]'),
];

function dialogOfPage(): HTMLDialogElement {
  const placed = document.querySelector<HTMLDialogElement>('dialog[data-consent-preferences][consent-own]');
  if (placed) return placed;
  const dialog = document.createElement('dialog');
  dialog.dataset.consentPreferences = '';
  dialog.setAttribute('consent-own', '');
  dialog.lang = 'en';
  document.body.append(dialog);
  return dialog;
}

/**
 * The opener may be gone with the banner, which then gives the focus back to where the visitor came from. Never to what
 * may be out of sight: the page stays where the visitor reads.
 */
function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.getClientRects().length > 0)
    opener.focus({ preventScroll: true });
}
