import type { HeadTerms } from '@permesso/consent-core';
import {
  type ConsentConfig,
  consentModeRegions,
  consentModeTerms,
  consentTerms,
  initialView,
} from '@permesso/consent-core';

/**
 * What the head decides by. Without a configuration every signal is denied and nothing is granted (C1); a page that
 * does not know its visitor tells Consent Mode the defaults of every region.
 *
 * @param final nobody will be asked for a configuration of the visitor
 */
export function headTerms(config: ConsentConfig | null, visitor: boolean, final = visitor): HeadTerms {
  if (!config) return unknown;
  const { model, triggers, maxAge } = consentTerms(config);
  return {
    name: config.cookie.name,
    model,
    triggers,
    maxAge,
    mode: consentModeTerms(config, visitor ? [] : consentModeRegions()),
    asks:
      final && initialView({ status: 'undecided', model: config.jurisdiction.model }, config) === 'banner',
  };
}

const denied = {
  ad_storage: null,
  ad_user_data: null,
  ad_personalization: null,
  analytics_storage: null,
  functionality_storage: null,
  personalization_storage: null,
  security_storage: [],
};

const unknown: HeadTerms = {
  name: '',
  model: null,
  categories: [],
  versions: {},
  triggers: [],
  maxAge: 0,
  mode: { signals: denied, wait: { wait_for_update: 500 }, set: [], regions: [[], []] },
  asks: false,
};
