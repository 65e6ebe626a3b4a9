import { ENGLISH_PREFERENCES, type PreferencesInput, type PreferencesTexts } from '@permesso/consent-core/ui';
import type { PageFacts } from '../page.ts';
import { page } from './page.ts';

/**
 * What the preferences say now, by the page's store, or as long as there is none by what its head judged; null where no
 * configuration is known. The dialog carries the texts that only the server knows.
 */
export function inputOf(dialog: HTMLElement | null): PreferencesInput | null {
  const { store, facts } = page();
  const config = store?.config ?? facts?.payload.config;
  const state = store?.getState() ?? (facts && judgedState(facts));
  if (!config || !state) return null;
  const own = dialog?.dataset.texts;
  return {
    config,
    choices: state.draft,
    state,
    texts: own
      ? { ...ENGLISH_PREFERENCES, ...(JSON.parse(own) as Partial<PreferencesTexts>) }
      : ENGLISH_PREFERENCES,
    locale: document.documentElement.lang || config.locale,
    language: dialog?.lang || document.documentElement.lang || undefined,
  };
}

/** What the head judged, as the store would say it. */
function judgedState({ judged, gpc }: PageFacts) {
  const { cookie, model, status, decisions } = judged;
  return {
    model: model ?? ('opt-in' as const),
    gpc,
    // What ran and was revoked since is for the store to tell: it comes with every decision.
    needsReload: false,
    consentId: cookie?.id ?? '',
    decidedAt: status === 'undecided' ? null : (cookie?.t ?? null),
    draft: decisions,
  };
}
