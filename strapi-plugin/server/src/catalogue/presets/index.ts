import { AD_NETWORKS } from './ad-networks';
import { CHATS } from './chat';
import { EXPERIENCE } from './experience';
import { fillPreset } from './from-preset';
import { GOOGLE } from './google';
import { MEDIA } from './media';
import { MICROSOFT } from './microsoft';
import type { PresetVariables, TrackerFromPreset, TrackerPreset } from './preset';
import { PRODUCT_ANALYTICS } from './product-analytics';
import { SERVICES } from './services';
import { SOCIAL_ADS } from './social-ads';
import { STATISTICS_TOOLS } from './statistics';

export { CONSENT_MODE_MANAGED, describedVariables, variablesOf } from './from-preset';
export type {
  DescribedVariable,
  PresetCategory,
  PresetCookie,
  PresetDuration,
  PresetLoader,
  PresetText,
  PresetVariable,
  PresetVariables,
  TrackerContent,
  TrackerFromPreset,
  TrackerPreset,
} from './preset';

const PRESETS = {
  ...SERVICES,
  ...GOOGLE,
  ...MICROSOFT,
  ...SOCIAL_ADS,
  ...AD_NETWORKS,
  ...STATISTICS_TOOLS,
  ...PRODUCT_ANALYTICS,
  ...EXPERIENCE,
  ...CHATS,
  ...MEDIA,
} as const satisfies Record<string, TrackerPreset>;

export type TrackerPresetKey = keyof typeof PRESETS;

/** The catalogue: trackers of known vendors, with what they store and how they load. */
export const TRACKER_PRESETS: Readonly<Record<TrackerPresetKey, TrackerPreset>> = PRESETS;

export function isTrackerPresetKey(key: string): key is TrackerPresetKey {
  return Object.hasOwn(TRACKER_PRESETS, key);
}

/**
 * Content for a tracker out of the catalogue, in the language of `locale` (English or German).
 *
 * @throws on an unknown key, on a variable that the preset does not have, and on a value of another form
 */
export function trackerFromPreset(key: string, vars: PresetVariables = {}, locale = 'en'): TrackerFromPreset {
  if (!isTrackerPresetKey(key)) {
    const known = Object.keys(TRACKER_PRESETS).sort().join(', ');
    throw new Error(`consent: there is no tracker preset "${key}"; known are ${known}`);
  }
  return fillPreset(key, TRACKER_PRESETS[key], vars, locale);
}
