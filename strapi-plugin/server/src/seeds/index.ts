import type { Core } from '@strapi/strapi';
import {
  type ProcessorSeed,
  type ResolvedConsentPluginOptions,
  resolveProcessorSeeds,
  resolveTrackerSeeds,
  type TrackerSeed,
} from '../options';
import { getSeedsService, seedAlone } from './service';

/**
 * Creates trackers after the first start: from presets, or your own. One whose key or name a tracker has already is passed over, so an
 * app's bootstrap() may call it at each start; what was deleted in the admin comes back with the next call.
 *
 * @param _options kept so that the functions of `/server` that take options are called alike.
 * @returns the document ids of the trackers created.
 * @throws Error on an unknown preset, an unknown variable, or a value of another form.
 */
export const seedTrackers = async (
  strapi: Core.Strapi,
  _options: ResolvedConsentPluginOptions,
  entries: readonly TrackerSeed[],
): Promise<string[]> => {
  const seeds = resolveTrackerSeeds(entries);
  return seedAlone(strapi, () => getSeedsService(strapi).trackers(seeds));
};

/**
 * Creates processors after the first start: from presets, or your own. One whose name the register has already is passed over, as
 * by {@link seedTrackers}.
 *
 * @param addedAt the day since which they are used, `YYYY-MM-DD`, where an entry does not say otherwise.
 * @returns the document ids of the processors created.
 * @throws Error on an unknown preset, and when the register is turned off.
 */
export async function seedProcessors(
  strapi: Core.Strapi,
  options: Pick<ResolvedConsentPluginOptions, 'processors'>,
  entries: readonly ProcessorSeed[],
  addedAt?: string,
): Promise<string[]> {
  if (!options.processors) {
    throw new Error('consent: the register of processors is turned off; set processors: true');
  }
  const seeds = resolveProcessorSeeds(entries);
  return seedAlone(strapi, () => getSeedsService(strapi).processors(seeds, addedAt));
}
