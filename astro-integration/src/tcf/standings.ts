import { type ConsentState, type ConsentStore, isTcString } from '@permesso/consent-core';
import { completeUnsent } from '@permesso/consent-core/page';
import type { TcfAnswer } from '@permesso/consent-core/site';
import type { TcfChoice } from './choice.ts';
import { hasConsented, isAskedFor } from './consented.ts';
import { readKeptString } from './kept-string.ts';
import type { TcfTerms } from './options.ts';
import { nameOf, noteOwnDecisions } from './own-decisions.ts';
import { type Standing, standingOf } from './standing.ts';
import { keepString, keptTexts } from './string-keeping.ts';

/** What vendors are told on this page, decision by decision. */
export interface Standings {
  /**
   * What holds by a state; null where nothing does. A string that is new is kept.
   *
   * @param chosen what the visitor has chosen vendor by vendor, with this very decision
   */
  of(state: ConsentState, chosen: TcfChoice | null, answer: TcfAnswer): Standing | null;
  /** Nothing holds: this page is under another law, or nobody knows under which. */
  forget(): void;
  /** What holds by now; null where nothing does. */
  choice(): TcfChoice | null;
}

export function createStandings(store: ConsentStore, terms: TcfTerms): Standings {
  const own = noteOwnDecisions();
  /** It stays where no cookie can be kept. */
  let standing: Standing | null = null;
  /** The decision by which it stands. */
  let standsBy = '';
  let hasWarned = false;

  function warnOfCategory(): void {
    if (hasWarned || isAskedFor(store.config, terms.category)) return;
    hasWarned = true;
    console.warn(
      `[consent] No vendor gets consent: visitors are not asked for theirs to "${terms.category}" (option tcf).`,
    );
  }

  function stand(state: ConsentState, chosen: TcfChoice | null, answer: TcfAnswer): void {
    const { cookie } = store.config;
    const { consentId, source } = state;
    const decidedAt = state.decidedAt ?? 0;
    const isGranted = hasConsented(state, store.config, terms.category);
    const name = { consentId, decidedAt, isGranted };
    // A banner has no switches: what was granted there since this page began was granted whole.
    const isWhole = source === 'banner' && decidedAt > performance.timeOrigin / 1000;
    const decision = { decidedAt, isGranted, chosen, act: own.actOf(state), isWhole, before: standing };
    const kept = readKeptString(keptTexts(cookie), name, cookie);
    standing = standingOf(decision, kept, answer, terms, Date.now());
    if (standing && standing !== kept) keepString(name, standing, cookie);
    if (standing && source) nameInRecord(standing.tcString, { consentId, decidedAt, source });
  }

  /** The record of a decision names the string that came of it, while it waits to be sent; without one it is a record all the same. */
  function nameInRecord(tcString: string, decision: Parameters<typeof completeUnsent>[1]): void {
    if (isTcString(tcString)) completeUnsent(store.config.cookie.name, decision, { tcString });
  }

  return {
    of(state, chosen, answer) {
      warnOfCategory();
      if (state.status !== 'decided') standing = null;
      // Another tab may be about to keep the string of what it has just decided: what is missing is looked for again.
      else if (chosen || !standing || standsBy !== nameOf(state)) stand(state, chosen, answer);
      standsBy = nameOf(state);
      return standing;
    },
    forget() {
      standing = null;
    },
    choice: () => standing?.choice ?? null,
  };
}
