import { TCF_COOKIE_DAYS } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import { encodeAdditionalConsent } from './additional-consent.ts';
import { askedOf } from './asked-of.ts';
import { isRefusal, offeredChoice, refusedAll, type TcfChoice, within, withoutConsents } from './choice.ts';
import type { KeptString, ReadKeptString } from './kept-string.ts';
import type { TcfTerms } from './options.ts';
import type { Act } from './own-decisions.ts';
import { encodeTcString } from './tc-string.ts';

/** A visitor's decision, as far as it concerns advertising. */
export interface Decision {
  /** Unix seconds. */
  decidedAt: number;
  /** Whether the visitor has consented to the category whose trackers read the string. */
  isGranted: boolean;
  /** What was chosen vendor by vendor, with this very decision; null where nothing was. */
  chosen: TcfChoice | null;
  /** How it was made on this page; null where it was made elsewhere. */
  act: Act | null;
  /** It says yes to all, wherever it was made. */
  isWhole: boolean;
  /** What held by the decision before it. */
  before: Standing | null;
}

/** A string that may be given to vendors, and the choice that it says. */
export interface Standing extends KeptString {
  choice: TcfChoice;
}

/**
 * What vendors may be told of a decision; null where the visitor has to be asked again: of a grant whose string is gone nobody knows
 * whether it was for all vendors. A refusal needs no string to be one.
 *
 * Only who accepts all grants all. Whoever saves has seen categories, and no vendors: what was said of these stays, and where nothing
 * was said nothing is granted.
 */
export function standingOf(
  { decidedAt, isGranted, chosen, act, isWhole, before }: Decision,
  kept: ReadKeptString | null,
  answer: TcfAnswer,
  terms: TcfTerms,
  now: number,
): Standing | null {
  const write = (choice: TcfChoice, told?: Told) => written(choice, answer, terms, decidedAt, told);
  const mayStand = ({ choice }: Standing) => isGranted || isRefusal(choice);
  if (chosen) return write(isGranted ? chosen : withoutConsents(chosen));
  if (act === 'rejectAll' || act === 'withdraw') return write(refusedAll());
  if (kept && isCurrent(kept, answer, terms, now, isGranted) && mayStand(kept)) return kept;
  // The very string: with the day on which vendors were chosen, and the list that was shown then.
  if (act === 'save' && before && mayStand(before)) return before;
  if (isGranted && (act === 'acceptAll' || isWhole)) {
    return write(offeredChoice(answer.list, answer.providers, terms));
  }
  if (act !== null) return write(refusedAll());
  if (isGranted) return null;
  // It holds from then: whoever has joined since was not disclosed by it.
  return write(refusedAll(), {
    vendors: kept?.said.disclosed ?? new Set(),
    providers: kept?.toldProviders ?? new Set(),
  });
}

/** Of whom the visitor was told. */
interface Told {
  vendors: ReadonlySet<number>;
  providers: ReadonlySet<number>;
}

/** @param told where it is not of all whom the site names by now */
function written(
  choice: TcfChoice,
  answer: TcfAnswer,
  terms: TcfTerms,
  decidedAt: number,
  told?: Told,
): Standing {
  const granted = within(choice, offeredChoice(answer.list, answer.providers, terms));
  return {
    choice: granted,
    tcString: encodeTcString(granted, answer, terms, decidedAt, told?.vendors),
    // A site that names none of Google's providers says nothing to them.
    additionalConsent:
      answer.providers.length > 0
        ? encodeAdditionalConsent(
            granted.providers,
            answer.providers.map(({ id }) => id).filter((id) => told?.providers.has(id) ?? true),
          )
        : '',
    asked: askedOf(answer, terms),
  };
}

const DAY = 86_400_000;

/**
 * Whether a string still says what its visitor was told: under the same policies, by the same consent manager, within 13 months, and
 * of the vendors, providers and restrictions that the site names by now, with none left out and none added. Where it names no vendors,
 * and works with the whole list, those that join it wait for the next decision. A refusal needs to have told of nobody.
 */
function isCurrent(
  { said, asked, toldProviders }: ReadKeptString,
  answer: TcfAnswer,
  terms: TcfTerms,
  now: number,
  isGranted: boolean,
): boolean {
  const { list, providers } = answer;
  const areVendorsTold = Object.values(list.vendors).every(({ id }) => said.disclosed.has(id));
  const isTold =
    (!terms.hasNamedVendors || areVendorsTold) && providers.every(({ id }) => toldProviders.has(id));
  return (
    said.cmpId === terms.cmpId &&
    said.policyVersion === list.tcfPolicyVersion &&
    now - said.created.getTime() < TCF_COOKIE_DAYS * DAY &&
    asked === askedOf(answer, terms) &&
    (isTold || !isGranted)
  );
}
