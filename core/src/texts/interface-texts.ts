import type { LegalLabels } from './legal-texts.ts';

/** One built-in language. */
export interface Language {
  interface: InterfaceTexts;
  /** Words of the tables in legal pages; English, which stands in for others, has them apart (`legal-texts.ts`). */
  legal?: LegalLabels;
}

/**
 * The interface's own words. The first group is what the CMS knows as well: a text from the CMS wins, these stand
 * in where it left one empty. The rest the CMS does not know.
 */
export interface InterfaceTexts {
  title: string;
  description: string;
  acceptAll: string;
  rejectAll: string;
  customize: string;
  save: string;
  close: string;
  manage: string;
  reloadNotice: string;
  requiredBadge: string;
  gpcHonored: string;

  /** Under the banner's text where the law is opt-out. */
  optOutNote: string;
  /** Under the banner's text where the law asks for a notice only. */
  noticeNote: string;
  /** Under the banner's text when an earlier decision has to be confirmed. */
  changedNote: string;
  /** Before who asks for consent. */
  controller: string;
  /** Before the names of the categories that are asked for. */
  purposes: string;
  /** Before the number of those who take part. */
  thirdParties: string;
  privacyPolicy: string;
  cookiePolicy: string;

  services: string;
  cookies: string;
  /** Under a category that is on until a visitor objects: why it is on, and how to end it. */
  basisObjection: string;
  /** The same where what it is for is exempt from consent. */
  basisExempt: string;
  consentId: string;
  decidedOn: string;
  withdraw: string;
  reload: string;

  /** `{name}` is the category, or what `reason` names. */
  blocked: string;
  allowOnce: string;
  alwaysAllow: string;
}

export type InterfaceTextKey = keyof InterfaceTexts;
