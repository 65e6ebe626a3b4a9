/** IAB's Transparency and Consent Framework 2.3: answers vendors by `__tcfapi`, and has visitors choose vendor by vendor. */
import type { ConsentState, PendingConfig } from '@permesso/consent-core';
import { page } from '@permesso/consent-core/page';
import type { TcfAnswer } from '@permesso/consent-core/site';
import { consent } from '../client/index.ts';
import { createTcfApi } from './api.ts';
import { askAgain } from './ask-again.ts';
import { grantsCategory, refusedAll, type TcfChoice } from './choice.ts';
import { decisionKey, keptStringLine, readKeptString } from './kept-string.ts';
import type { TcfTerms } from './options.ts';
import { noteOwnDecisions } from './own-decisions.ts';
import { type Standing, standingOf } from './standing.ts';
import { createVendorsPage } from './vendors-page.ts';

export type { PublisherRestriction, TcfTerms } from './options.ts';

/**
 * Takes the place of the stub, answers what waited there, and tells listeners of every change. Where the vendors are not known
 * nothing is granted.
 *
 * @returns a function that stops following the page's consent
 */
export function startTcf(terms: TcfTerms): () => void {
  const api = createTcfApi(terms);
  const own = noteOwnDecisions(consent);
  let answer: TcfAnswer | undefined;
  let isAsked = false;
  /** What was chosen on the page of vendors, while its decision is being made. */
  let chosen: TcfChoice | null = null;
  /** What vendors are told, and by which decision: it stays where no cookie can be kept. */
  let standing: Standing | null = null;
  let standsBy = '';
  let hasAskedAgain = false;

  const vendorsPage = createVendorsPage({
    terms,
    answer: () => answer,
    choice: () => standing?.choice ?? refusedAll(),
    decide(choice) {
      chosen = choice;
      consent.toggle(terms.category, grantsCategory(choice, terms));
      consent.save();
      // Also where nothing has changed for the store: within one second the choice may be another one.
      follow(consent.get());
      chosen = null;
    },
    onChange: () => follow(consent.get()),
  });

  /** The visitor's law is opt-in: says what was decided, or that it is being asked for. */
  function tell(state: ConsentState, shown: TcfAnswer): void {
    const isShown = state.ui !== 'closed' || vendorsPage.isOpen();
    if (state.status === 'decided') decide(state, shown);
    else standing = null;
    if (standing) api.tell(standing.tcString, standing.additionalConsent, isShown);
    else if (isShown) api.ask();
    else if (state.status === 'decided' && !hasAskedAgain) {
      hasAskedAgain = true;
      askAgain();
    }
  }

  function decide(state: ConsentState, shown: TcfAnswer): void {
    const { cookie } = consent.config;
    const { consentId, source } = state;
    const decidedAt = state.decidedAt ?? 0;
    const isGranted = consent.has(terms.category);
    const name = { consentId, decidedAt, isGranted };
    const key = decisionKey(name);
    // Another tab may be about to keep the string of what it has just decided: what is missing is looked for again.
    if (!chosen && standing && standsBy === key) return;
    // A banner has no switches: what was granted there since this page began was granted whole.
    const isAll = source === 'banner' && decidedAt > performance.timeOrigin / 1000;
    const decision = { decidedAt, isGranted, chosen, isWhole: own.has(state) || isAll };
    const kept = readKeptString(document.cookie, name, cookie);
    standing = standingOf(decision, kept, shown, terms, Date.now());
    standsBy = key;
    if (standing && standing.tcString !== kept?.tcString) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is asynchronous.
      document.cookie = keptStringLine(name, standing, cookie, location.protocol === 'https:');
    }
  }

  function follow(state: ConsentState): void {
    // Until it is known whose law holds, vendors are to wait: that it does not apply would be an answer.
    const { pending, enabled }: PendingConfig = consent.config;
    if (pending || !enabled || !page().facts?.payload.config) return;
    if (state.model !== 'opt-in') api.leaveOut();
    else if (answer) tell(state, answer);
    else if (!isAsked) {
      isAsked = true;
      askVendors()
        .then((asked) => {
          answer = asked;
          follow(consent.get());
        })
        .catch(api.fail);
    }
  }

  const stop = consent.subscribe(follow);
  // That it is known by now whose law holds need not change anything in the store.
  const { listeners } = page();
  const again = () => follow(consent.get());
  listeners.add(again);
  return () => {
    stop();
    listeners.delete(again);
    vendorsPage.stop();
  };
}

/** @throws where the site has no route for it, or no list */
async function askVendors(): Promise<TcfAnswer> {
  const { base } = page().facts?.payload ?? {};
  if (base === undefined) throw new Error('this site has no server that knows the vendor list');
  const locale = document.documentElement.lang || consent.config.locale;
  const response = await fetch(`${base}/tcf.json?locale=${encodeURIComponent(locale)}`);
  if (!response.ok) throw new Error(`the vendor list answered ${response.status}`);
  return (await response.json()) as TcfAnswer;
}
