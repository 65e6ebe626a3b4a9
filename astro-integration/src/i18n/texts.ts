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
  /** Under the banner's text when an earlier decision has to be confirmed. */
  changedNote: string;
  privacyPolicy: string;
  cookiePolicy: string;

  services: string;
  cookies: string;
  consentId: string;
  decidedOn: string;
  withdraw: string;
  reload: string;

  /** `{name}` is the category, or what `reason` names. */
  blocked: string;
  allowOnce: string;
  alwaysAllow: string;

  service: string;
  provider: string;
  purpose: string;
  name: string;
  duration: string;
  storage: string;
  role: string;
  personalInformation: string;
  location: string;
  mechanism: string;
  safeguards: string;
  since: string;
  dpa: string;
  legalEntity: string;
  date: string;
  change: string;
  added: string;
  removed: string;
  none: string;

  roleProcessor: string;
  roleSubProcessor: string;
  roleIndependentController: string;
  roleJointController: string;

  transferNone: string;
  transferAdequacy: string;
  transferDpf: string;
  transferScc: string;
  transferBcr: string;
  transferDerogation: string;
  /** `{mechanism}` is what applies should the first one fall. */
  fallback: string;

  recipientsCaption: string;
  transfersCaption: string;
  subprocessorsCaption: string;
  annexCaption: string;
  changesCaption: string;

  version: string;
  /** `{date}` is a date in the page's locale. */
  effectiveFrom: string;
}

export type InterfaceTextKey = keyof InterfaceTexts;
