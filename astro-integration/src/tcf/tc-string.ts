/** The consent string of the Transparency and Consent Framework 2.3, by IAB Tech Lab's own library. */
import { GVL, PurposeRestriction, RestrictionType, TCModel, TCString } from '@iabtechlabtcf/core';
import type { Vendor, VendorList } from '@permesso/consent-core';
import { offeredChoice, refusedAll, type TcfChoice, within } from './choice.ts';
import type { TcfTerms } from './options.ts';
import { restrictedVendors } from './restricted-vendors.ts';

const RESTRICTIONS = {
  'not-allowed': RestrictionType.NOT_ALLOWED,
  'require-consent': RestrictionType.REQUIRE_CONSENT,
  'require-legitimate-interest': RestrictionType.REQUIRE_LI,
} as const;

/** The list that a choice was made by, and the language in which it was shown. */
export interface ShownList {
  list: VendorList;
  /** As IAB names the languages of its texts, in lower case. */
  language: string;
}

/**
 * The string of a choice. It grants nothing that the list does not offer, whatever the choice says, and names every vendor that the
 * visitor was told of (`disclosedVendors`, which the framework demands since 2.3).
 *
 * @param decidedAt Unix seconds; the string tells the day alone, as the framework wants it
 * @param told the vendors that the visitor was told of, where it is not the whole list
 */
export function encodeTcString(
  choice: TcfChoice,
  { list, language }: ShownList,
  terms: TcfTerms,
  decidedAt: number,
  told?: ReadonlySet<number>,
): string {
  const granted = within(choice, { ...offeredChoice(list, [], terms), providers: refusedAll().providers });
  const vendors = Object.values(list.vendors);
  const disclosed = told ? vendors.filter(({ id }) => told.has(id)) : vendors;
  // The library's types have dates and texts where the list has none.
  const model = new TCModel(new GVL(list as ConstructorParameters<typeof GVL>[0], { language }));
  model.cmpId = terms.cmpId;
  model.cmpVersion = terms.cmpVersion;
  model.consentScreen = 1;
  model.isServiceSpecific = true;
  model.publisherCountryCode = terms.publisherCountryCode;
  model.purposeOneTreatment = terms.purposeOneTreatment;
  model.created = dayOf(decidedAt);
  model.lastUpdated = model.created;
  model.purposeConsents.set([...granted.purposes]);
  model.purposeLegitimateInterests.set([...granted.interests]);
  model.specialFeatureOptins.set([...granted.specialFeatures]);
  model.vendorConsents.set([...granted.vendors]);
  model.vendorLegitimateInterests.set([
    ...granted.vendorInterests,
    ...disclosed.filter(hasSpecialPurposesAlone).map(({ id }) => id),
  ]);
  model.vendorsDisclosed.set(disclosed.map(({ id }) => id));
  restrict(model, vendors, terms);
  return TCString.encode(model);
}

/**
 * Nobody can object to special purposes: of a vendor that has no others the bit says that the visitor was told of it, and the framework
 * wants it set. (TC string, "Vendor Legitimate Interest".)
 */
const hasSpecialPurposesAlone = ({ purposes, legIntPurposes, specialPurposes }: Vendor): boolean =>
  purposes.length === 0 && legIntPurposes.length === 0 && specialPurposes.length > 0;

function restrict(model: TCModel, vendors: readonly Vendor[], { publisherRestrictions }: TcfTerms): void {
  const vector = model.publisherRestrictions;
  for (const { purpose, type, vendors: restricted } of restrictedVendors(vendors, publisherRestrictions)) {
    const restriction = new PurposeRestriction(purpose, RESTRICTIONS[type]);
    // The library takes whoever has not declared a purpose with all others alone.
    vector.restrictPurposeToLegalBasis(restriction);
    for (const id of vector.getVendors(restriction)) {
      if (!restricted.has(id)) vector.remove(id, restriction);
    }
  }
}

const DAY = 86_400;

const dayOf = (seconds: number) => new Date(Math.floor(seconds / DAY) * DAY * 1000);

/** What a string says. */
export interface ReadTcString {
  cmpId: number;
  policyVersion: number;
  vendorListVersion: number;
  /** When it was given, at the beginning of its day. */
  created: Date;
  disclosed: ReadonlySet<number>;
  /** Without Google's providers, who are in a string of their own. */
  choice: TcfChoice;
}

/** Reads a string; null where it is none. */
export function readTcString(text: string): ReadTcString | null {
  try {
    const model = TCString.decode(text);
    const ids = (vector: Iterable<[number, boolean]>) =>
      new Set([...vector].flatMap(([id, isSet]) => (isSet ? [id] : [])));
    return {
      cmpId: Number(model.cmpId),
      policyVersion: Number(model.policyVersion),
      vendorListVersion: Number(model.vendorListVersion),
      created: model.created,
      disclosed: ids(model.vendorsDisclosed),
      choice: {
        purposes: ids(model.purposeConsents),
        interests: ids(model.purposeLegitimateInterests),
        specialFeatures: ids(model.specialFeatureOptins),
        vendors: ids(model.vendorConsents),
        vendorInterests: ids(model.vendorLegitimateInterests),
        providers: new Set(),
      },
    };
  } catch {
    return null;
  }
}
