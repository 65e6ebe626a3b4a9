import { type ConsentStore, consentModeStateFrom, emitConsentModeUpdate } from '@permesso/consent-core';
import { isPending } from './pending.ts';

const followed = new WeakMap<ConsentStore, () => void>();

/**
 * Sends Consent Mode an `update` with each change of what is decided or granted. Called before anything else listens to
 * the store: then a tag that loads on a grant finds the update before its own calls, and one that still runs after a
 * withdrawal hears of it first. Returns a function that stops it.
 */
export function followConsentMode(store: ConsentStore): () => void {
  const standing = () => {
    const { status, decidedAt, source } = store.getState();
    return JSON.stringify([
      status,
      decidedAt,
      source,
      consentModeStateFrom(store.config.categories, store.has),
    ]);
  };
  // While its configuration is not confirmed the head has told of no decision.
  let told = isPending(store.config) && store.getState().decidedAt !== null ? '' : standing();
  const tell = () => {
    const now = standing();
    if (now === told || isPending(store.config)) return;
    told = now;
    emitConsentModeUpdate(store.config, store.has);
  };
  followed.set(store, tell);
  return store.listen(tell);
}

/** Sends what the followed store did not speak of: under a new configuration the same decision may mean other signals. */
export function tellConsentMode(store: ConsentStore): void {
  followed.get(store)?.();
}
