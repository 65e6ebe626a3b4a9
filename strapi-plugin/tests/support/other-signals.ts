import type { ConsentModeSignal } from '@permesso/consent-core';

interface OtherSignals {
  signals: readonly ConsentModeSignal[];
  because: string;
}

const VISITS: OtherSignals = {
  signals: ['analytics_storage'],
  because: 'it counts visits, too, besides following enquiries to their campaign',
};
const VARIANTS: OtherSignals = {
  signals: ['personalization_storage'],
  because: 'it shows visitors the variant that it measures',
};

/**
 * The presets that are about signals which another category carries. Those signals stay denied until that category
 * is granted, too: the preset runs on its own category alone and then does less.
 */
export const OTHER_SIGNALS: Readonly<Record<string, OtherSignals>> = {
  gtm: { signals: ['analytics_storage'], because: 'its container may hold tags of statistics' },
  clarity: { signals: ['ad_storage'], because: 'its MUID is the number by which Microsoft advertises' },
  hubspot: VISITS,
  'hubspot-eu': VISITS,
  optimizely: VARIANTS,
  vwo: VARIANTS,
  'ab-tasty': VARIANTS,
  youtube: { signals: ['functionality_storage'], because: 'its player remembers volume and subtitles' },
};

export const otherSignalsOf = (key: string): readonly ConsentModeSignal[] =>
  OTHER_SIGNALS[key]?.signals ?? [];
