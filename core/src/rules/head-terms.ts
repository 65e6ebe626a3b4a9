import type { ConsentConfig } from '../contract/config.ts';
import type { ConsentModeTerms, HeadTerms } from '../contract/payload.ts';
import { grantOf } from '../contract/services.ts';
import { LOADED_KINDS } from '../contract/values.ts';
import { modeTerms } from './consent-mode-terms.ts';
import { initialView } from './resolve.ts';
import { consentTerms } from './terms.ts';

export interface HeadTermsOptions {
  /** Defaults for places, for a page that does not know its visitor. */
  regions?: ConsentModeTerms['regions'];
  /** Whether the banner may show on this page, and before anybody is asked for a configuration of the visitor. */
  final: boolean;
}

/** What the head of a page decides by. */
export function headTerms(config: ConsentConfig, { regions, final }: HeadTermsOptions): HeadTerms {
  const { model, triggers, maxAge } = consentTerms(config);
  const undecided = { status: 'undecided', model: config.jurisdiction.model } as const;
  return {
    name: config.cookie.name,
    model,
    triggers,
    maxAge,
    mode: modeTerms(config, regions),
    asks: final && initialView(undecided, config) === 'banner',
    ...(config.granularity === 'service' && { store: 'services' }),
    loads: loadedBy(config),
  };
}

const DENIED = {
  ad_storage: null,
  ad_user_data: null,
  ad_personalization: null,
  analytics_storage: null,
  functionality_storage: null,
  personalization_storage: null,
  security_storage: [],
};

/** Where no configuration is known: every signal is denied and nothing is granted (C1). */
export const UNKNOWN_HEAD = {
  name: '',
  model: null,
  categories: [],
  versions: {},
  triggers: [],
  maxAge: 0,
  mode: { signals: DENIED, wait: { wait_for_update: 500 }, set: [], regions: [[], []] },
  asks: false,
} satisfies HeadTerms;

/** See `HeadTerms.loads`. */
function loadedBy({ trackers }: ConsentConfig): string[] {
  const loaded = trackers.filter(({ kind, loader }) => loader && LOADED_KINDS.includes(kind));
  return [...new Set(loaded.map((tracker) => (tracker.loader?.consentModeManaged ? '*' : grantOf(tracker))))];
}
