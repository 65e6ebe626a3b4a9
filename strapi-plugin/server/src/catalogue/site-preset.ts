import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../options';
import { type PresetVariables, type TrackerFromPreset, trackerFromPreset } from './presets';
import { CONSENT_COOKIE, OWN_PRESETS } from './presets/services';

/**
 * A tracker out of the catalogue as this site has it: what the plugin stores itself is named after its cookie, whose name is an option.
 * Throws as {@link trackerFromPreset}.
 */
export function sitePreset(
  strapi: Core.Strapi,
  key: string,
  vars?: PresetVariables,
  locale?: string,
): TrackerFromPreset {
  const tracker = trackerFromPreset(key, vars, locale);
  if (!OWN_PRESETS.includes(key)) return tracker;
  const own = getPluginOptions(strapi).cookie.name;
  const cookies = tracker.cookies.map(({ name, ...cookie }) => ({
    ...cookie,
    name: name.startsWith(CONSENT_COOKIE) ? `${own}${name.slice(CONSENT_COOKIE.length)}` : name,
  }));
  return { ...tracker, cookies };
}
