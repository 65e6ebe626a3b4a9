import { TCF_COOKIE_DAYS } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import { encodeAdditionalConsent } from './additional-consent.ts';
import { offeredChoice, refusedAll, type TcfChoice, within, withoutConsents } from './choice.ts';
import type { KeptString, ReadKeptString } from './kept-string.ts';
import type { TcfTerms } from './options.ts';
import { encodeTcString } from './tc-string.ts';

/** A visitor's decision, as far as it concerns advertising. */
export interface Decision {
  /** Unix seconds. */
  decidedAt: number;
  /** Whether the category is granted whose trackers read the string. */
  isGranted: boolean;
  /** What was chosen vendor by vendor, with this very decision; null where nothing was. */
  chosen: TcfChoice | null;
  /** The decision was made on this page, or is known to be no narrower than its category. */
  isWhole: boolean;
}

/** A string that may be given to vendors, and the choice that it says. */
export interface Standing extends KeptString {
  choice: TcfChoice;
}

/**
 * What vendors may be told of a decision; null where the visitor has to be asked again: of a grant whose string is gone nobody knows
 * whether it was for all vendors. A refusal needs no string to be one.
 */
export function standingOf(
  decision: Decision,
  kept: ReadKeptString | null,
  answer: TcfAnswer,
  terms: TcfTerms,
  now: number,
): Standing | null {
  const { isGranted, chosen, isWhole } = decision;
  const limited = (choice: TcfChoice) => (isGranted ? choice : withoutConsents(choice));
  if (chosen) return written(limited(chosen), answer, terms, decision.decidedAt);
  if (kept && isCurrent(kept, answer, terms, now)) {
    // Under the list that it names a string may be written anew, by restrictions of now: they only take away.
    if (kept.said.vendorListVersion === answer.list.vendorListVersion) {
      return written(limited(kept.choice), answer, terms, decision.decidedAt);
    }
    if (isGranted) return kept;
  }
  if (!isGranted) return written(refusedAll(), answer, terms, decision.decidedAt);
  if (!isWhole) return null;
  return written(offeredChoice(answer.list, answer.providers, terms), answer, terms, decision.decidedAt);
}

function written(choice: TcfChoice, answer: TcfAnswer, terms: TcfTerms, decidedAt: number): Standing {
  const granted = within(choice, offeredChoice(answer.list, answer.providers, terms));
  return {
    choice: granted,
    tcString: encodeTcString(granted, answer, terms, decidedAt),
    // A site that names none of Google's providers says nothing to them.
    additionalConsent:
      answer.providers.length > 0
        ? encodeAdditionalConsent(
            granted.providers,
            answer.providers.map(({ id }) => id),
          )
        : '',
  };
}

const DAY = 86_400_000;

/**
 * Whether a string still says what its visitor was told: under the same policies, by the same consent manager, within 13 months, and
 * of all vendors that the site names by now. Where it names none, and works with the whole list, those that join it wait for the
 * next decision.
 */
function isCurrent(
  { said, toldProviders }: ReadKeptString,
  { list, providers }: TcfAnswer,
  { cmpId, hasNamedVendors }: TcfTerms,
  now: number,
): boolean {
  const isTold = Object.values(list.vendors).every(({ id }) => said.disclosed.has(id));
  return (
    said.cmpId === cmpId &&
    said.policyVersion === list.tcfPolicyVersion &&
    now - said.created.getTime() < TCF_COOKIE_DAYS * DAY &&
    (!hasNamedVendors || isTold) &&
    providers.every(({ id }) => toldProviders.has(id))
  );
}
