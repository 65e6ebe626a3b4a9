/**
 * IAB's Global Vendor List as pages read it: vendors that the site works with, texts in one language. (IAB Tech Lab, Consent string and
 * vendor list formats v2, Global Vendor List specification 3.)
 */

/** A map by number. */
export type ById<Item> = Record<string, Item>;

/** A purpose, feature or special one of these, in the words that its publisher wants shown as they are. */
export interface VendorListText {
  id: number;
  name: string;
  description: string;
  illustrations: string[];
}

/** What a vendor declares. Purposes stand under the basis on which the vendor relies. */
export interface Vendor {
  id: number;
  name: string;
  purposes: number[];
  legIntPurposes: number[];
  /** Those of either basis that a publisher may move to the other one. */
  flexiblePurposes: number[];
  specialPurposes: number[];
  features: number[];
  specialFeatures: number[];
  dataDeclaration: number[];
  cookieMaxAgeSeconds?: number | null | undefined;
  usesCookies: boolean;
  cookieRefresh: boolean;
  usesNonCookieAccess: boolean;
  /** In days. */
  dataRetention?:
    | { stdRetention?: number | undefined; purposes: ById<number>; specialPurposes: ById<number> }
    | undefined;
  urls: { langId: string; privacy: string; legIntClaim?: string | undefined }[];
  deviceStorageDisclosureUrl?: string | undefined;
}

export interface VendorList {
  gvlSpecificationVersion: number;
  vendorListVersion: number;
  tcfPolicyVersion: number;
  lastUpdated: string;
  purposes: ById<VendorListText>;
  specialPurposes: ById<VendorListText>;
  features: ById<VendorListText>;
  specialFeatures: ById<VendorListText>;
  dataCategories: ById<Omit<VendorListText, 'illustrations'>>;
  stacks: Record<string, unknown>;
  vendors: ById<Vendor>;
}

/** One of Google's providers that is not on IAB's list. */
export interface AdProvider {
  id: number;
  name: string;
  policyUrl: string;
}
