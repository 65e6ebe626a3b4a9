import type { Vendor, VendorList } from '@permesso/consent-core';
import type { PublisherRestriction, RestrictionType, TcfTerms } from './options.ts';

/** On what a vendor may rely for its purposes, once the publisher's restrictions count. Numbers of purposes. */
export interface VendorBases {
  consent: readonly number[];
  interest: readonly number[];
}

type Basis = 'consent' | 'interest';

/** For these nobody may rely on a legitimate interest. (IAB Europe, TCF policies since 2.2.) */
const CONSENT_ONLY: ReadonlySet<number> = new Set([1, 3, 4, 5, 6]);

/** The bases of every vendor of a list, by its number. */
export function legalBases(
  { vendors }: Pick<VendorList, 'vendors'>,
  terms: Pick<TcfTerms, 'publisherRestrictions' | 'purposeOneTreatment'>,
): ReadonlyMap<number, VendorBases> {
  return new Map(Object.values(vendors).map((vendor) => [vendor.id, basesOf(vendor, terms)]));
}

function basesOf(
  vendor: Vendor,
  {
    publisherRestrictions,
    purposeOneTreatment,
  }: Pick<TcfTerms, 'publisherRestrictions' | 'purposeOneTreatment'>,
): VendorBases {
  const bases = declaredPurposes(vendor).map((purpose): [number, Basis | null] => [
    purpose,
    // Nobody is asked for it: nobody has consented.
    purpose === 1 && purposeOneTreatment ? null : basisOf(vendor, purpose, publisherRestrictions),
  ]);
  const on = (wanted: Basis) => bases.flatMap(([purpose, basis]) => (basis === wanted ? [purpose] : []));
  return { consent: on('consent'), interest: on('interest').filter((purpose) => !CONSENT_ONLY.has(purpose)) };
}

export const declaredPurposes = ({ purposes, legIntPurposes }: Vendor): number[] => [
  ...purposes,
  ...legIntPurposes,
];

const declaredBasis = ({ purposes }: Vendor, purpose: number): Basis =>
  purposes.includes(purpose) ? 'consent' : 'interest';

const REQUIRED: Record<Exclude<RestrictionType, 'not-allowed'>, Basis> = {
  'require-consent': 'consent',
  'require-legitimate-interest': 'interest',
};

/** What restrictions leave of the basis that a vendor has declared; null where it must not do it at all. */
function basisOf(
  vendor: Vendor,
  purpose: number,
  restrictions: readonly PublisherRestriction[],
): Basis | null {
  const restriction = restrictionOn(vendor, purpose, restrictions);
  if (restriction === 'not-allowed') return null;
  return restriction ? REQUIRED[restriction] : declaredBasis(vendor, purpose);
}

/**
 * What restrictions come to for one purpose of one vendor; null where nothing changes. One that asks for the other basis moves a
 * purpose which the vendor has declared flexible; of any other it takes all, as a vendor must not rely on what it has not declared.
 * Of several the strictest counts.
 */
export function restrictionOn(
  vendor: Vendor,
  purpose: number,
  restrictions: readonly PublisherRestriction[],
): RestrictionType | null {
  const types = new Set(
    restrictions
      .filter(({ purpose: named, vendors }) => named === purpose && (vendors?.includes(vendor.id) ?? true))
      .map(({ type }) => type),
  );
  if (types.has('not-allowed')) return 'not-allowed';
  const required = types.has('require-consent')
    ? 'require-consent'
    : types.has('require-legitimate-interest')
      ? 'require-legitimate-interest'
      : null;
  if (required === null || REQUIRED[required] === declaredBasis(vendor, purpose)) return null;
  return vendor.flexiblePurposes.includes(purpose) ? required : 'not-allowed';
}

/** Whether a restriction leaves a vendor as it is: it does not do this, or relies already on what is asked for. */
export const changesNothing = (type: RestrictionType, vendor: Vendor, purpose: number): boolean =>
  !declaredPurposes(vendor).includes(purpose) ||
  (type !== 'not-allowed' && REQUIRED[type] === declaredBasis(vendor, purpose));
