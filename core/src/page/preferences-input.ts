import { ENGLISH_PREFERENCES, type PreferencesInput, type PreferencesTexts } from '../ui/preferences-form.ts';
import { page } from './page-state.ts';

/**
 * What the preferences say now, by the page's store; null where there is none. The dialog carries the texts that only the
 * server knows.
 */
export function inputOf(dialog: HTMLElement | null): PreferencesInput | null {
  const { store } = page();
  if (!store) return null;
  const { config } = store;
  const state = store.getState();
  const own: Partial<PreferencesTexts> = JSON.parse(dialog?.dataset.texts ?? '{}');
  return {
    config,
    choices: state.draft,
    state,
    texts: { ...ENGLISH_PREFERENCES, ...own },
    locale: document.documentElement.lang || config.locale,
    language: dialog?.lang || document.documentElement.lang || undefined,
  };
}
