/** What the option `tcf` says of how a site takes part in IAB's Transparency and Consent Framework. */

/** The purpose is not allowed at all, or only on this basis. */
export type RestrictionType = 'not-allowed' | 'require-consent' | 'require-legitimate-interest';

/** A publisher's restriction of a purpose. (TC string, "Publisher Restrictions".) */
export interface PublisherRestriction {
  /** Number of the purpose, 1 to 11. */
  purpose: number;
  type: RestrictionType;
  /** Numbers of the vendors; all where it is left out. */
  vendors?: readonly number[] | undefined;
}

/** What page and consent string go by. */
export interface TcfTerms {
  /** Under which IAB Europe has registered the consent manager; it is the owner's to obtain. */
  cmpId: number;
  /** The owner's count of changes to how it asks. */
  cmpVersion: number;
  /** Where the publisher is established, ISO 3166-1 alpha-2. */
  publisherCountryCode: string;
  /** Key of the category whose trackers read the consent string: what it refuses, no vendor gets. */
  category: string;
  /** Purpose 1 is not asked for, as the law of the publisher's country asks for no consent to it. */
  purposeOneTreatment: boolean;
  publisherRestrictions: readonly PublisherRestriction[];
  /** Whether the vendors are named one by one: then a new one is asked for. */
  hasNamedVendors: boolean;
}
