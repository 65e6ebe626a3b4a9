/**
 * The head snippet. It runs before anything else in the page, is the same bytes everywhere, and decides with the
 * same function as server and store: Consent Mode defaults, and what the first paint may show.
 */

import type { HeadTerms, PagePayload } from '@permesso/consent-core';
import {
  type ConsentModeTerms,
  type ConsentTerms,
  isCategoryGranted,
  judgeConsent,
  newestConsent,
  startConsentMode,
} from '@permesso/consent-core';
import type { PageFacts, PrerenderingDocument } from '../page.ts';

const { dataset } = document.documentElement;
let mode: ConsentModeTerms | null | undefined;

/** Whether this page's configuration was the present one when this tab asked last; see `confirmConfig`. */
const isConfirmed = ({ key, head }: PagePayload) => {
  try {
    return sessionStorage.getItem(`${head.name}:config`) === key;
  } catch {
    return false;
  }
};

try {
  const payload: PagePayload = JSON.parse(document.querySelector('[data-consent-config]')!.textContent!);
  const { config } = payload;
  // The page may never be shown, or its configuration be as old as its build: until that is known nothing optional runs.
  const waits = (document as PrerenderingDocument).prerendering || (payload.source && !isConfirmed(payload));
  if (config && waits) config.pending = 'config';
  const terms = { ...config, ...payload.head } as HeadTerms & ConsentTerms;
  mode = terms.mode;
  const gpc = payload.gpc || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
  const cookie = newestConsent(document.cookie, terms.name);
  const judged = judgeConsent(cookie, terms, gpc, Date.now() / 1000);
  const has = (key: string) => isCategoryGranted(judged, terms, key);
  if (mode) startConsentMode(mode, has, gpc, judged.cookie, undefined, waits);
  dataset.consent = judged.status;
  dataset.consentGranted = terms.categories
    .map((category) => category.key)
    .filter(has)
    .join(' ');
  // A page that does not know its visitor asks first and shows then: it may be a visitor without a banner.
  dataset.consentUi = terms.asks && judged.status !== 'decided' ? 'banner' : 'closed';
  (globalThis as { __permesso?: PageFacts }).__permesso = { payload, judged, gpc, has };
} catch {
  // Nothing is known: nothing is granted, nothing is shown (C1). In a sandboxed frame no cookie may be read, and a
  // tag that is not ours to hold is told that all is refused.
  dataset.consentUi = 'closed';
  if (mode) startConsentMode(mode, () => false, false, true);
}
