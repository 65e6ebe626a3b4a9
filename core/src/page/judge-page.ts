import type { ConsentCookieV1 } from '../contract/config.ts';
import type { ConsentModeTerms, ConsentTerms, HeadTerms, PagePayload } from '../contract/payload.ts';
import { startConsentMode } from '../rules/consent-mode-signals.ts';
import { readConsentCookie } from '../rules/cookie-reading.ts';
import { isCategoryGranted, judgeConsent } from '../rules/judge.ts';
import { browserSignal } from './browser-signal.ts';
import { newestConsent } from './newest-decision.ts';
import type { PrerenderingDocument } from './page-moments.ts';
import { page, storedCookie } from './page-state.ts';
import { rememberedPayload } from './remembered-payload.ts';

/**
 * Judges the cookie of a page before anything else runs, by the same function as server and store: Consent Mode's defaults,
 * and what the first paint may show.
 *
 * @param read gives what the page is told of its configuration
 */
export function judgePage(read: () => PagePayload): void {
  const { dataset } = document.documentElement;
  let mode: ConsentModeTerms | null | undefined;
  try {
    const own = read();
    const payload = rememberedPayload(own) ?? own;
    const { config } = payload;
    // The page may never be shown, or its configuration be as old as its build: until that is known nothing optional runs.
    const waits = (document as PrerenderingDocument).prerendering || payload.source;
    if (config && waits) {
      config.pending = 'config';
      // Editors may have had visitors decide on services since.
      payload.head.store = 'services';
    }
    const terms = { ...config, ...payload.head } as HeadTerms & ConsentTerms;
    mode = terms.mode;
    // Where the request and the browser say different things, the signal counts.
    const gpc = browserSignal() || payload.gpc;
    const judge = (cookie: ConsentCookieV1 | null) => judgeConsent(cookie, terms, gpc, Date.now() / 1000);
    let found = readConsentCookie(document.cookie, terms.name);
    let judged = judge(found);
    // To ask storage holds up a page that is being read. Where all is off there is nothing to be taken back.
    if (Object.values(judged.decisions).includes(true)) {
      found = newestConsent(document.cookie, terms.name, found);
      judged = judge(found);
    }
    // What was decided on single services the store knows: until it is there they are refused.
    if (judged.cookie?.x) {
      delete terms.services;
      payload.head.store = 'services';
    }
    const has = (key: string) => isCategoryGranted(judged, terms, key);
    if (mode) startConsentMode(mode, has, !!gpc, found, undefined, waits);
    dataset.consent = judged.status;
    dataset.consentGranted = terms.categories
      .map((category) => category.key)
      .filter(has)
      .join(' ');
    // A page that does not know its visitor asks first and shows then: it may be a visitor without a banner, or of another.
    dataset.consentUi = own.head.asks && judged.status !== 'decided' ? 'banner' : 'closed';
    page().facts = { payload, found, judged, gpc, cookie: storedCookie(terms.name), has };
  } catch {
    // Nothing is known: nothing is granted, nothing is shown (C1). In a sandboxed frame no cookie may be read, and a
    // tag that is not ours to hold is told that all is refused.
    dataset.consentUi = 'closed';
    if (mode) startConsentMode(mode, () => false, false, true);
  }
}
