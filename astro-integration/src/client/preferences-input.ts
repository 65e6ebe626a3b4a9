import type { ConsentStore } from '@permesso/consent-core';
import type { PreferencesInput, PreferencesTexts } from '../ui/preferences-form.ts';

/** What stands where the page carries no texts of its own: the built-in English, of which the rest stays away. */
export const english: PreferencesTexts = {
  services: 'Services',
  cookies: 'Cookies and similar storage',
  privacyPolicy: 'Privacy policy',
  consentId: 'Consent ID',
  decidedOn: 'Decided on',
  withdraw: 'Withdraw consent',
  reload: 'Reload page',
};

/** What the preferences say now; the dialog carries the texts that only the server knows. */
export function inputOf(dialog: HTMLElement | null, store: ConsentStore): PreferencesInput {
  const state = store.getState();
  const own = dialog?.dataset.texts;
  return {
    config: store.config,
    choices: state.draft,
    state,
    texts: own ? { ...english, ...(JSON.parse(own) as Partial<PreferencesTexts>) } : english,
    locale: document.documentElement.lang || store.config.locale,
  };
}
