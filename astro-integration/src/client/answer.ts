import {
  type ConsentAction,
  decide,
  encodeConsentCookie,
  getCookieValue,
  type RecordSubmission,
  readConsentCookie,
  resolveConsent,
  type StorageOptions,
  serializeConsentCookie,
} from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { stash } from './stash.ts';
import { tellTabs } from './tabs.ts';

/** What answers the banner, by `data-consent-action`. */
const ANSWERS: Record<string, ConsentAction> = {
  'accept-all': 'accept-all',
  'reject-all': 'reject-all',
  close: 'dismiss',
};

/** A decision, as it is kept. */
interface Answer {
  value: string;
  options: StorageOptions;
  /** Null where nothing is recorded. */
  submission: RecordSubmission | null;
}

/**
 * Does what a control asks for on a page whose banner shows and that has no store yet. An answer to the banner is in
 * the cookie before the next paint; other tabs, the record and the store, which finds it there, wait for that paint.
 * All else, and what the browser does not let us keep, is the store's.
 */
export function act(control: HTMLElement): void {
  const action = ANSWERS[control.dataset.consentAction ?? ''];
  if (!action) {
    withPart('store', (store) => store.act(control));
    return;
  }
  document.documentElement.dataset.consentUi = 'closed';
  const made = answer(action);
  if (made) {
    const secure = location.protocol === 'https:';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a decision is not.
    document.cookie = serializeConsentCookie(made.value, made.options, { secure });
  }
  let settled = false;
  const settle = () => {
    if (settled) return;
    settled = true;
    const kept = made && keep(made);
    withPart('store', (store) => (kept ? store.pageStore() : store.act(control)));
  };
  requestAnimationFrame(() => setTimeout(settle));
  // The page may be left before that paint: the record must not be lost (F4).
  addEventListener('pagehide', settle);
}

/** Has the browser compile in a quiet moment what the visitor would else wait for after the click. Keeps nothing. */
export function prepareAnswer(): void {
  globalThis.requestIdleCallback?.(() => answer('accept-all'));
}

/** What an action amounts to; null where there is nothing to keep. */
function answer(action: ConsentAction): Answer | null {
  const { facts } = page();
  const config = facts?.payload.config;
  if (!config) return null;
  const { cookie: options, recording } = config;
  const stored = resolveConsent(readConsentCookie(document.cookie, options.name), config, { gpc: facts.gpc });
  const made = decide(stored, config, action, { source: 'banner' });
  return (
    made && {
      value: encodeConsentCookie(made.cookie),
      options,
      submission: recording.enabled ? made.submission : null,
    }
  );
}

/** Tells other tabs and keeps the record; false where the browser did not take the cookie. */
function keep({ value, options, submission }: Answer): boolean {
  if (getCookieValue(document.cookie, options.name) !== value) return false;
  tellTabs(options.name);
  if (submission) stash(options.name, submission);
  return true;
}
