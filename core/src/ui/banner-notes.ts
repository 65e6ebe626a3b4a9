import type { ConsentModel, ConsentState } from '../contract/config.ts';
import type { CategoryTerms } from '../contract/payload.ts';
import { judgeConsent } from '../rules/judge.ts';

/** What the banner says below its text where it is true for whom it is shown to, by its `data-consent-part`. */
export type BannerNote = 'opt-out' | 'notice' | 'changed';

/**
 * The notes that are true for a visitor: that something optional is on, as the law allows, only while something is; that
 * something has changed only where something has, which an expired decision does not say.
 */
export function bannerNotes({
  model,
  repromptReason,
  decisions,
}: Pick<ConsentState, 'model' | 'repromptReason' | 'decisions'>): BannerNote[] {
  const notes: BannerNote[] = [];
  if ((model === 'opt-out' || model === 'notice') && Object.values(decisions).includes(true))
    notes.push(model);
  if (repromptReason && repromptReason !== 'expired') notes.push('changed');
  return notes;
}

/** Those for whoever is asked for the first time, without a Global Privacy Control signal. */
export function firstBannerNotes(model: ConsentModel, categories: readonly CategoryTerms[]): BannerNote[] {
  const terms = { model, categories, triggers: [], maxAge: 0, versions: {} };
  return bannerNotes({ ...judgeConsent(null, terms, false, 0), model });
}
