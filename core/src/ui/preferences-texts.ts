import type { ConsentConfig } from '../contract/config.ts';
import type { InterfaceTexts } from '../texts/interface-texts.ts';

/** What the preferences say besides the labels of editors, in English: where a page carries no texts of its own. */
export const ENGLISH_PREFERENCES = {
  services: 'Services',
  cookies: 'Cookies and similar storage',
  privacyPolicy: 'Privacy policy',
  consentId: 'Consent ID',
  decidedOn: 'Decided on',
  withdraw: 'Withdraw consent',
  reload: 'Reload page',
  basisObjection:
    'On without your consent, as the law here allows, until you object: switch it off at any time.',
};

/** The part of the interface's texts that the preferences use; small enough to travel with a page. */
export type PreferencesTexts = Record<keyof typeof ENGLISH_PREFERENCES, string> & Partial<InterfaceTexts>;

/**
 * What the dialog's script cannot know by itself, as JSON: texts that the CMS does not have or left empty, in the
 * page's language. Undefined where the script's own English says it all.
 *
 * @param asksFirst whoever gets the page is asked for consent first: nothing is on before, but for what has a basis
 */
export function dialogTexts(
  config: Pick<ConsentConfig, 'banner' | 'categories'> | undefined,
  texts: InterfaceTexts,
  asksFirst = false,
): string | undefined {
  const banner = config?.banner;
  // A page that is for all does not know where its visitor is, but what its categories are for.
  const hasBasis = config?.categories.some(({ purpose, basis }) => purpose || basis);
  const own: Partial<InterfaceTexts> = {};
  for (const [key, english] of entriesOf(ENGLISH_PREFERENCES)) {
    if (texts[key] !== english) own[key] = texts[key];
  }
  if (hasBasis) own.basisExempt = texts.basisExempt;
  else if (asksFirst) delete own.basisObjection;
  for (const [key, label] of entriesOf(banner?.labels ?? {})) {
    if (!label) own[key] = texts[key];
  }
  if (banner && !banner.description) own.description = texts.description;
  return Object.keys(own).length > 0 ? JSON.stringify(own) : undefined;
}

const entriesOf = <Key extends string>(texts: { [Name in Key]?: string }) =>
  Object.entries(texts) as [Key, string][];
