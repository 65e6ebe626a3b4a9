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
};

/** The part of the interface's texts that the preferences use; small enough to travel with a page. */
export type PreferencesTexts = Record<keyof typeof ENGLISH_PREFERENCES, string> & Partial<InterfaceTexts>;

/**
 * What the dialog's script cannot know by itself, as JSON: texts that the CMS does not have or left empty, in the
 * page's language. Undefined where the script's own English says it all.
 */
export function dialogTexts(
  config: Pick<ConsentConfig, 'banner' | 'categories'> | undefined,
  texts: InterfaceTexts,
): string | undefined {
  const banner = config?.banner;
  // A page that is for all does not know where its visitor is, but what its categories are for.
  const saysBasis = config?.categories.some(({ purpose, basis }) => purpose || basis);
  const entries: [string, string][] = Object.entries(ENGLISH_PREFERENCES)
    .filter(([key, english]) => texts[key as keyof PreferencesTexts] !== english)
    .map(([key]) => [key, texts[key as keyof PreferencesTexts] ?? '']);
  if (saysBasis) entries.push(['basisObjection', texts.basisObjection], ['basisExempt', texts.basisExempt]);
  for (const [key, label] of Object.entries(banner?.labels ?? {})) {
    if (!label) entries.push([key, texts[key as keyof InterfaceTexts]]);
  }
  if (banner && !banner.description) entries.push(['description', texts.description]);
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined;
}
