import type { AdProvider, VendorList } from '@permesso/consent-core';
import { legalBases } from './legal-bases.ts';
import type { TcfTerms } from './options.ts';

/** What a visitor lets advertising do, by the numbers of the vendor list; what is in no set is refused or objected to. */
export interface TcfChoice {
  /** Purposes that the visitor has consented to. */
  purposes: ReadonlySet<number>;
  /** Purposes for which the visitor lets a legitimate interest stand. */
  interests: ReadonlySet<number>;
  specialFeatures: ReadonlySet<number>;
  vendors: ReadonlySet<number>;
  /** Vendors whose legitimate interest the visitor lets stand. */
  vendorInterests: ReadonlySet<number>;
  /** Google's providers that are not on the list. */
  providers: ReadonlySet<number>;
}

export type ChoicePart = keyof TcfChoice;

/** Every part of a choice. */
export const CHOICE_PARTS: readonly ChoicePart[] = [
  'purposes',
  'interests',
  'specialFeatures',
  'vendors',
  'vendorInterests',
  'providers',
];

const chosen = (ids: (part: ChoicePart) => Iterable<number>): TcfChoice =>
  Object.fromEntries(CHOICE_PARTS.map((part) => [part, new Set(ids(part))])) as unknown as TcfChoice;

/** Nothing is granted, and all is objected to. */
export const refusedAll = (): TcfChoice => chosen(() => []);

/** All that there is to choose: what acceptance of all grants, and what the visitor is shown a switch for. */
export function offeredChoice(
  list: VendorList,
  providers: readonly AdProvider[],
  terms: Pick<TcfTerms, 'publisherRestrictions' | 'purposeOneTreatment'>,
): TcfChoice {
  const bases = [...legalBases(list, terms)];
  const onConsent = bases.filter(([, { consent }]) => consent.length > 0);
  const onInterest = bases.filter(([, { interest }]) => interest.length > 0);
  return {
    purposes: new Set(onConsent.flatMap(([, { consent }]) => consent)),
    interests: new Set(onInterest.flatMap(([, { interest }]) => interest)),
    specialFeatures: new Set(Object.values(list.vendors).flatMap(({ specialFeatures }) => specialFeatures)),
    vendors: new Set(onConsent.map(([vendor]) => vendor)),
    vendorInterests: new Set(onInterest.map(([vendor]) => vendor)),
    providers: new Set(providers.map(({ id }) => id)),
  };
}

/** What is left of a choice where only this much is offered, or granted. */
export const within = (choice: TcfChoice, limit: TcfChoice): TcfChoice =>
  chosen((part) => [...choice[part]].filter((id) => limit[part].has(id)));

/** A choice without its consents: what a visitor objects to has no part in the category's refusal. */
export const withoutConsents = (choice: TcfChoice): TcfChoice => ({
  ...refusedAll(),
  interests: choice.interests,
  vendorInterests: choice.vendorInterests,
});

/** Whether a choice has no consent in it: then it may stand for a refusal of the category. */
export const isRefusal = ({ purposes, specialFeatures, vendors, providers }: TcfChoice): boolean =>
  [purposes, specialFeatures, vendors, providers].every((ids) => ids.size === 0);

/**
 * Whether a choice is a grant of the category whose trackers read the consent string: a vendor has the consent without which none may
 * store or read anything on the device, or nobody is asked for that (purpose 1).
 */
export const grantsCategory = (
  { purposes, vendors }: TcfChoice,
  { purposeOneTreatment }: Pick<TcfTerms, 'purposeOneTreatment'>,
): boolean => vendors.size > 0 && (purposeOneTreatment ? purposes.size > 0 : purposes.has(1));
