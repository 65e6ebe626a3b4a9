import type { Core } from '@strapi/strapi';
import type { InlineTracker } from '../options';
import { UIDS } from '../uids';
import { readServiceNames } from './service-names';

/**
 * A key that nothing else has, and that visitors know for nothing else; of a second tracker from one preset nobody can say by it
 * which of them is meant.
 */
async function freeKey(strapi: Core.Strapi, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const where = { key };
  const taken =
    (await strapi.db.query(UIDS.tracker).findOne({ where, select: ['id'] })) ??
    (await strapi.db.query(UIDS.category).findOne({ where, select: ['id'] })) ??
    (await readServiceNames(strapi)).get(key);
  return taken ? undefined : key;
}

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
      key: await freeKey(strapi, tracker.key),
      enabled,
      category: category.documentId,
      kind: tracker.kind,
      vendor: tracker.vendor,
      vendorPrivacyUrl: tracker.vendorPrivacyUrl,
      purpose: tracker.purpose,
      hosts: tracker.hosts ?? [],
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
