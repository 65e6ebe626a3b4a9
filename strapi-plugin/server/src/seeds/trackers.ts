import type { Core } from '@strapi/strapi';
import { trackerFromPreset } from '../catalogue/presets';
import type { InlineTracker, ResolvedTrackerSeed } from '../options';
import { UIDS } from '../uids';

/** Creates one tracker in the catalogue of the site, `by` an administrator; null when its category does not exist. */
export async function createTracker(
  strapi: Core.Strapi,
  tracker: InlineTracker,
  { enabled, locale, by }: { enabled: boolean; locale: string; by?: number },
): Promise<string | null> {
  const category = await strapi.db
    .query(UIDS.category)
    .findOne({ where: { key: tracker.categoryKey }, select: ['documentId'] });
  if (!category) {
    strapi.log.warn(
      `consent: the tracker "${tracker.name}" was not created: there is no category "${tracker.categoryKey}"`,
    );
    return null;
  }
  const { loader } = tracker;
  const created = await strapi.documents(UIDS.tracker).create({
    locale,
    data: {
      name: tracker.name,
      enabled,
      category: category.documentId,
      kind: tracker.kind,
      vendor: tracker.vendor,
      vendorPrivacyUrl: tracker.vendorPrivacyUrl,
      purpose: tracker.purpose,
      cookies: tracker.cookies ?? [],
      environments: tracker.environments ?? [],
      loaderSrc: loader?.src,
      loaderInline: loader?.inline,
      loaderStrategy: loader?.strategy ?? 'afterDecision',
      loaderAttributes: loader?.attributes,
      consentModeManaged: loader?.consentModeManaged ?? false,
      adapter: loader?.adapter,
      ...(by ? { createdBy: by, updatedBy: by } : {}),
    },
  });
  return created.documentId;
}

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
  const { enabled, openVariables, ...tracker } = trackerFromPreset(key, vars, locale);
  if (openVariables.length > 0) {
    strapi.log.warn(
      `consent: the tracker "${tracker.name}" is switched off until ${openVariables.join(', ')} is filled in ` +
        `(seed.trackers, preset "${key}")`,
    );
  }
  return { tracker, enabled: enabled && (wanted ?? true) };
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
  const { purpose, cookies } = trackerFromPreset(key, vars, locale);
  const data: Record<string, unknown> = { purpose, cookies };
  await strapi.documents(UIDS.tracker).update({ documentId, locale, data });
}
