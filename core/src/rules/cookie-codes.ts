import type {
  ConsentCookieV1,
  ConsentModel,
  ConsentSource,
  CookieModelCode,
  CookieSourceCode,
  ReconsentTrigger,
} from '../contract/config.ts';

/** The short names of format 1 of the consent cookie, which every page carries. */
export const MODEL_CODES: Record<ConsentModel, CookieModelCode> = {
  'opt-in': 'in',
  'opt-out': 'out',
  notice: 'notice',
  none: 'none',
};

export const SOURCE_CODES: Record<ConsentSource, CookieSourceCode> = {
  banner: 'b',
  preferences: 'p',
  api: 'a',
  gpc: 'g',
  withdraw: 'w',
  implicit: 'i',
};

/** The field of the cookie whose version each trigger compares. */
export const VERSION_FIELDS: Record<ReconsentTrigger, keyof ConsentCookieV1> = {
  documents: 'dv',
  categories: 'cv',
  trackers: 'tv',
};

/** Whether the visitor granted something by an act of their own, and not by a default or a withdrawal. */
export const isGrantingAct = (code: CookieSourceCode | undefined): boolean =>
  code === 'b' || code === 'p' || code === 'a';
