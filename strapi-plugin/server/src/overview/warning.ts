export type ConsentWarningCode =
  | 'tracker-without-privacy-link'
  | 'tracker-without-cookies'
  | 'tracker-without-category'
  | 'tracker-vendor-not-registered'
  | 'catalogue-facts-unverified'
  | 'category-without-trackers'
  | 'no-optional-category'
  | 'configuration-lost'
  | 'processor-unverified'
  | 'processor-without-dpa'
  | 'subprocessor-without-date'
  | 'placeholder'
  | 'unknown-shortcode'
  | 'shown-as-text'
  | 'outdated-statement'
  | 'third-party-image'
  | 'reject-all-hidden'
  | 'no-privacy-policy'
  | 'banner-without-links'
  | 'untranslated'
  | 'purge-off'
  | 'assessment-missing'
  | 'assessment-outdated'
  | 'signal-not-honored'
  | 'signal-not-tested'
  | 'vendor-list-stale'
  | 'seal-key-kept'
  | 'seal-behind'
  | 'seal-without-name'
  | 'seal-fails'
  | 'seal-folder'
  | 'seal-timestamp'
  | 'limit-per-instance'
  | 'scan-finding-open'
  | 'site-not-scanned';

/** Something that an editor should look at, and where (K). */
export interface ConsentWarning {
  code: ConsentWarningCode;
  /** A sentence that names what it is about, in English. */
  message: string;
  uid?: string;
  documentId?: string;
  field?: string;
}

/** The same with its parts, from which the admin makes a sentence in the administrator's language. */
export interface WarningInParts extends ConsentWarning {
  /** Name of what it is about. */
  subject?: string;
  /** What exactly, where the code does not say it: a placeholder, a line. */
  detail?: string;
  /** Of the text in question, where only one language has it. */
  locale?: string;
}

/** Without the parts: the message has them all. */
export const asWarning = ({ subject, detail, locale, ...warning }: WarningInParts): ConsentWarning => warning;
