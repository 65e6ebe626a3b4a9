import type { ConsentDecisions } from '../contract/config.ts';
import { toDom } from '../ui/markup.ts';
import { isChosen, isMixed, type PreferencesInput, preferencesForm } from '../ui/preferences-form.ts';
import { ENGLISH_PREFERENCES, type PreferencesTexts } from '../ui/preferences-texts.ts';
import { preferencesStyle, tokensStyle } from '../ui/styles.ts';
import { withContent } from './config-content.ts';
import { page } from './page-state.ts';
import type { ConsentStore } from './store.ts';
import { styleSheet } from './style-sheet.ts';

/**
 * Built here from what the page knows rather than fetched from `{basePath}/preferences`: it opens without a request, works on
 * a static site and while the network is away, and shows the very configuration that the decision will be judged by.
 * The tree is the one that the page without JavaScript is made of.
 */

const dress = styleSheet(preferencesStyle);
const dressTokens = styleSheet(tokensStyle);

/** The store says that it is open while it is being opened, and whoever hears of it opens it too. */
let isOpening = false;

/**
 * Opens the preferences of the page's store as a modal dialog, once the texts have come that they show, or will not come.
 * Esc, the backdrop and the close button drop what was toggled and grant nothing; focus goes in, and back to `opener` (by
 * default the focused element) when it closes.
 */
export function openPreferences(opener?: Element): void {
  withTexts(() => showPreferences(opener));
}

/** Goes on once all has come that is said here, and what carries the texts of the interface, or when it will not come. */
export function withTexts(use: () => void): void {
  withContent(() => {
    const { makeMarkup, store } = page();
    if (makeMarkup && store) void makeMarkup(store).then(use);
    else use();
  });
}

function showPreferences(opener?: Element): void {
  const { store } = page();
  const dialog = dialogOfPage();
  if (isOpening || dialog.open || !store || !inputOf(dialog)?.config.enabled) return;
  const origin = opener ?? document.activeElement;
  if (!openInStore(store)) return;
  dressDialog();
  dialog.replaceChildren(toDom(preferencesForm(inputOf(dialog)!)));
  dialog.setAttribute('aria-labelledby', 'pc-preferences-title');

  const events = new AbortController();
  const { signal } = events;
  const close = () => {
    events.abort();
    unsubscribe();
    dialog.close();
    dialog.replaceChildren();
    if (isOpenIn(store)) store.close();
    returnFocus(origin);
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
  setSwitches(dialog, store, store.getState().draft);
  dialog.showModal();
  const unsubscribe = store.listen(({ draft }) => {
    if (!isOpenIn(store)) return close();
    setSwitches(dialog, store, draft);
  });
}

/** What a box is besides checked, mixed, no attribute can say. */
function setSwitches(dialog: HTMLElement, { config }: ConsentStore, draft: ConsentDecisions): void {
  const { trackers, services = {} } = config;
  for (const input of dialog.querySelectorAll<HTMLInputElement>('[data-consent-toggle]')) {
    const { value: key } = input;
    const below = trackers.filter(({ categoryKey }) => input.name === 'category' && categoryKey === key);
    input.checked = isChosen(draft, { key, categoryKey: services[key] ?? key });
    input.indeterminate = config.granularity === 'service' && isMixed(below, draft);
  }
}

const isOpenIn = (store: ConsentStore) => store.getState().ui === 'preferences';

/** Has the store say that the preferences are open; false where it does not. */
function openInStore(store: ConsentStore): boolean {
  isOpening = true;
  if (!isOpenIn(store)) store.open('preferences');
  isOpening = false;
  return isOpenIn(store);
}

/** The banner brings the look of all that is ours along; a page without one lacks it. */
function dressDialog(): void {
  if (!document.querySelector('[data-consent-banner] > style')) dressTokens();
  dress();
}

function dialogOfPage(): HTMLDialogElement {
  const placed = document.querySelector<HTMLDialogElement>('dialog[data-consent-preferences][consent-own]');
  if (placed) return placed;
  const attributes = { 'data-consent-preferences': true, 'consent-own': true, lang: 'en', dir: 'ltr' };
  const dialog = toDom(['dialog', attributes]) as HTMLDialogElement;
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

/**
 * What the preferences say now, by the page's store; null where there is none. The dialog carries the texts that only the
 * server knows.
 */
export function inputOf(dialog: HTMLElement | null): PreferencesInput | null {
  const { store } = page();
  if (!store) return null;
  const { config } = store;
  const state = store.getState();
  const own: Partial<PreferencesTexts> = JSON.parse(dialog?.dataset.texts ?? '{}');
  return {
    config,
    choices: state.draft,
    state,
    texts: { ...ENGLISH_PREFERENCES, ...own },
    locale: document.documentElement.lang || config.locale,
    language: dialog?.lang || document.documentElement.lang || undefined,
  };
}
