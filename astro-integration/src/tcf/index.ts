/** IAB's Transparency and Consent Framework 2.3: answers vendors by `__tcfapi`, and has visitors choose vendor by vendor. */
import type { ConsentState, PendingConfig } from '@permesso/consent-core';
import { page } from '@permesso/consent-core/page';
import type { TcfAnswer } from '@permesso/consent-core/site';
import { consent } from '../client/index.ts';
import { createTcfApi } from './api.ts';
import { grantsCategory, refusedAll, type TcfChoice } from './choice.ts';
import { draftCategory } from './commit-choice.ts';
import { createLastResort } from './last-resort.ts';
import type { TcfTerms } from './options.ts';
import { createStandings } from './standings.ts';
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
  const standings = createStandings(consent, terms);
  const lastResort = createLastResort(() => follow(consent.get()));
  /** In the language of the page, or of the one before it while that is on its way; null where none has come. */
  let answer: TcfAnswer | null | undefined;
  /** The language in which the vendors were asked for last. */
  let askedIn: string | undefined;
  let isOnItsWay = false;
  /** What was chosen on the page of vendors, while its decision is being made. */
  let chosen: TcfChoice | null = null;

  const vendorsPage = createVendorsPage({
    terms,
    answer: () => (isOnItsWay ? undefined : (answer ?? undefined)),
    choice: () => standings.choice() ?? refusedAll(),
    decide(choice) {
      draftCategory(consent, terms.category, grantsCategory(choice, terms));
      chosen = choice;
      try {
        consent.save();
        // Also where nothing has changed for the store: within one second the choice may be another one.
        follow(consent.get());
      } finally {
        chosen = null;
      }
    },
    onChange: () => follow(consent.get()),
  });

  /** Once for each language that pages have one after another. Where it does not come in the next one, the last one stays. */
  function ask(): void {
    const locale = document.documentElement.lang || consent.config.locale;
    if (locale === askedIn || answer === null) return;
    askedIn = locale;
    isOnItsWay = true;
    askVendors(locale)
      .catch(() => answer ?? null)
      .then((came) => {
        if (locale !== askedIn) return;
        isOnItsWay = false;
        answer = came;
        if (!came) api.fail();
        follow(consent.get());
        if (came) vendorsPage.answered();
      });
  }

  /** The visitor's law is opt-in: says what was decided, or that it is being asked for. */
  function tell(state: ConsentState, shown: TcfAnswer): void {
    const isShown = state.ui !== 'closed' || vendorsPage.isOpen();
    const standing = standings.of(state, chosen, shown);
    if (standing) api.tell(standing.tcString, standing.additionalConsent, isShown);
    else if (isShown) api.ask();
    else {
      api.takeBack();
      if (state.status === 'decided') lastResort.ask(state);
    }
  }

  /** @returns whether the string of what is decided now may yet come */
  function judge(state: ConsentState): boolean {
    // Until it is known whose law holds, vendors are to wait: that it does not apply would be an answer.
    const { pending, enabled }: PendingConfig = consent.config;
    const isKnown = !pending && enabled && page().facts?.payload.config;
    if (!isKnown || state.model !== 'opt-in') standings.forget();
    if (!isKnown) api.takeBack();
    else if (state.model !== 'opt-in') api.leaveOut();
    else {
      ask();
      if (answer) tell(state, answer);
    }
    return !isKnown || (state.model === 'opt-in' && answer === undefined);
  }

  /** Whatever goes wrong, what vendors were told before may hold no longer. */
  function follow(state: ConsentState): void {
    let isAwaited = false;
    try {
      isAwaited = judge(state);
    } catch (error) {
      api.fail();
      reportError(error);
    }
    holdRecords(isAwaited);
  }

  const stop = consent.subscribe(follow);
  // That it is known by now whose law holds need not change anything in the store.
  const { listeners } = page();
  const again = () => follow(consent.get());
  listeners.add(again);
  return () => {
    stop();
    listeners.delete(again);
    lastResort.stop();
    vendorsPage.stop();
  };
}

/** Says whether records have their string yet to wait for; where not, those that wait go out as they are. */
function holdRecords(awaits: boolean): void {
  const { hold } = page();
  if (!hold) return;
  hold.awaits = awaits;
  if (!awaits) hold.release();
}

/** @throws where the site has no route for it, or no list */
async function askVendors(locale: string): Promise<TcfAnswer> {
  const { base } = page().facts?.payload ?? {};
  if (base === undefined) throw new Error('this site has no server that knows the vendor list');
  const response = await fetch(`${base}/tcf.json?locale=${encodeURIComponent(locale)}`);
  if (!response.ok) throw new Error(`the vendor list answered ${response.status}`);
  return (await response.json()) as TcfAnswer;
}
