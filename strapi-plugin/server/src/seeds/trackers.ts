import type { Core } from '@strapi/strapi';
import { trackerFromPreset } from '../catalogue/presets';
import { sitePreset } from '../catalogue/site-preset';
import type { InlineTracker, ResolvedTrackerSeed } from '../options';
import { UIDS } from '../uids';

/** What a seed stands for. A preset with an open variable is switched off and said so: it could not work yet. */
export function trackerOf(
  strapi: Core.Strapi,
  seed: ResolvedTrackerSeed,
  locale: string,
): { tracker: InlineTracker; enabled: boolean } {
  if (typeof seed !== 'string' && 'tracker' in seed)
    return { tracker: seed.tracker, enabled: seed.enabled ?? true };
  const {
    key,
    vars,
    enabled: wanted,
  } = typeof seed === 'string' ? { key: seed, vars: undefined, enabled: undefined } : seed;
  const { enabled, openVariables, ...tracker } = sitePreset(strapi, key, vars, locale);
  if (openVariables.length > 0) {
    strapi.log.warn(
      `consent: the tracker "${tracker.name}" is switched off until ${openVariables.join(', ')} is filled in ` +
        `(seed.trackers, preset "${key}")`,
    );
  }
  return { tracker, enabled: enabled && (wanted ?? true) };
}

/** Those of the seeds that the site does not have: none has their key, whatever an editor has called it, and none their name. */
export async function absentTrackers(
  strapi: Core.Strapi,
  seeds: readonly ResolvedTrackerSeed[],
): Promise<ResolvedTrackerSeed[]> {
  const present = await strapi.db.query(UIDS.tracker).findMany({ select: ['key', 'name'] });
  return seeds.filter((seed) => {
    const { key, name } =
      typeof seed !== 'string' && 'tracker' in seed
        ? seed.tracker
        : trackerFromPreset(typeof seed === 'string' ? seed : seed.key);
    return !present.some((one) => one.name === name || (key !== undefined && one.key === key));
  });
}

/** Gives a tracker from a preset the texts of another locale. Yours are in the language you wrote them in. */
export async function translateTracker(
  strapi: Core.Strapi,
  documentId: string,
  seed: ResolvedTrackerSeed,
  locale: string,
): Promise<void> {
  if (typeof seed !== 'string' && 'tracker' in seed) return;
  const { key, vars } = typeof seed === 'string' ? { key: seed, vars: undefined } : seed;
  const { purpose, cookies } = sitePreset(strapi, key, vars, locale);
  const data: Record<string, unknown> = { purpose, cookies };
  await strapi.documents(UIDS.tracker).update({ documentId, locale, data });
}
