import type { ConsentModeState } from '../contract/payload.ts';
import { gtag } from '../rules/consent-mode-signals.ts';
import { page } from './page-state.ts';
import { isPending } from './remembered-payload.ts';
import type { ConsentStore } from './store.ts';

/**
 * Sends Consent Mode an `update` with each change of what is decided or granted, and a first one where the head could not tell what
 * holds for this visitor. Called before anything else listens to the store: then a tag that loads on a grant finds the update
 * before its own calls, and one that still runs after a withdrawal hears of it first. Returns a function that stops it.
 *
 * @param signals their state by what is granted now; null where Consent Mode is off
 * @param later when a change is sent; at once by default
 */
export function followConsentMode(
  store: ConsentStore,
  signals: () => ConsentModeState | null,
  later: (send: () => void) => void = (send) => send(),
): () => void {
  const standing = () => {
    const { status, decidedAt, source } = store.getState();
    return JSON.stringify([status, decidedAt, source, signals()]);
  };
  const { judged } = page().facts ?? {};
  // While its configuration is not confirmed the head has told of no decision, and of places in its stead; without one, that all is
  // denied; and never of a decision on single services.
  let sent = isPending(store.config) || !judged?.model || judged.cookie?.x ? '' : standing();
  const send = () => {
    const now = standing();
    if (now === sent || isPending(store.config)) return;
    sent = now;
    const state = signals();
    if (state) gtag('consent', 'update', state);
  };
  // Under a new configuration the same decision may mean other signals: the page tells of that.
  const { listeners } = page();
  listeners.add(send);
  const stop = store.listen(() => later(send));
  return () => {
    stop();
    listeners.delete(send);
  };
}
