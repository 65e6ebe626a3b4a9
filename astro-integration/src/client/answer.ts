import {
  type ConsentAction,
  cookieStorage,
  decide,
  encodeConsentCookie,
  readConsentCookie,
  resolveConsent,
} from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { stash } from './stash.ts';

/** What answers the banner, by `data-consent-action`. */
const ANSWERS: Record<string, ConsentAction> = {
  'accept-all': 'accept-all',
  'reject-all': 'reject-all',
  close: 'dismiss',
};

/**
 * Does what a control asks for on a page whose banner shows and that has no store yet. An answer to the banner is in
 * the cookie, and its record in storage, before the next paint; the store that is loaded then finds both there. All
 * else, and what the browser does not let us keep, is the store's.
 */
export function act(control: HTMLElement): void {
  const action = ANSWERS[control.dataset.consentAction ?? ''];
  const loadStore = (kept: boolean) =>
    withPart('store', (store) => (kept ? store.pageStore() : store.act(control)));
  if (!action) {
    loadStore(false);
    return;
  }
  document.documentElement.dataset.consentUi = 'closed';
  const kept = keep(action);
  // First the paint that the visitor waits for.
  requestAnimationFrame(() => setTimeout(loadStore, 0, kept));
}

/** Commits a decision; false where there is none to keep, or the cookie was not taken. */
function keep(action: ConsentAction): boolean {
  const { facts } = page();
  const config = facts?.payload.config;
  if (!config) return false;
  const { cookie: options, recording } = config;
  const stored = resolveConsent(readConsentCookie(document.cookie, options.name), config, { gpc: facts.gpc });
  const made = decide(stored, config, action, { source: 'banner' });
  if (!made) return false;
  const storage = cookieStorage(options);
  const value = encodeConsentCookie(made.cookie);
  storage.write(value, options);
  if (storage.read() !== value) return false;
  if (recording.enabled) stash(options.name, made.submission);
  return true;
}
