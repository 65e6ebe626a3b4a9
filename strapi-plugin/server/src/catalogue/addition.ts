import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { readLocales } from '../content/locales';
import { otherWrittenLocales } from '../content/written-locales';
import { type Asker, administrator, whyNotCreate } from '../http/admin';
import { invalidValue } from '../http/invalid-input';
import type { InlineTracker } from '../options';
import { UIDS } from '../uids';
import { readEdited } from '../versions/service';
import { createTracker } from './new-tracker';
import { isTrackerPresetKey, type TrackerFromPreset } from './presets';
import { sitePreset } from './site-preset';

/** What a preset fills in. */
const FIELDS = [
  'name',
  'key',
  'enabled',
  'category',
  'kind',
  'vendor',
  'vendorPrivacyUrl',
  'purpose',
  'hosts',
  'cookies',
];
/** What is filled in of one that the catalogue does not know. */
const UNKNOWN_FIELDS = ['name', 'enabled', 'category', 'kind', 'vendor', 'hosts', 'cookies'];
const LOADER_FIELDS = [
  ...['loaderSrc', 'loaderInline', 'loaderStrategy', 'loaderAttributes'],
  ...['consentModeManaged', 'adapter'],
];

/** What an administrator says of a preset that is to be added. */
export const additionSchema = z.strictObject({
  preset: z.string().refine(isTrackerPresetKey, 'there is no such preset'),
  category: z.string().min(1),
  variables: z.record(z.string(), z.string().max(2000)).default({}),
  enabled: z.boolean().default(false),
});

type Addition = z.output<typeof additionSchema>;

/** The document id of the tracker, or why the role may not add it. */
export type Added = { documentId: string } | { refused: string };

/**
 * Adds a tracker of the catalogue for an administrator, in every language in which the catalogue speaks.
 *
 * @throws {errors.ValidationError} that names what is wrong with category or variables.
 */
export async function addFromPreset(strapi: Core.Strapi, asker: Asker, addition: Addition): Promise<Added> {
  await requireCategory(strapi, addition.category);
  const { default: locale } = await readLocales(strapi);
  const others = await otherWrittenLocales(strapi, locale);
  const tracker = trackerOf(strapi, addition, locale);
  const fields = [...FIELDS, ...(tracker.loader ? LOADER_FIELDS : [])];
  const refused = whyNotCreate(strapi, asker, { uid: UIDS.tracker, locales: [locale, ...others], fields });
  if (refused) return { refused };
  if (addition.enabled && tracker.openVariables.length > 0) {
    throw invalidValue(['variables'], `Fill in ${tracker.openVariables.join(', ')} before it is switched on`);
  }
  const documentId = await strapi.db.transaction(() =>
    addTracker(strapi, addition, tracker, { locale, others, by: administrator(asker).id }),
  );
  return added(documentId, addition.category);
}

/** @throws {errors.ValidationError} where the category has gone meanwhile. */
function added(documentId: string | null, category: string): Added {
  if (documentId === null) throw noCategory(category);
  return { documentId };
}

/**
 * Adds a tracker that the catalogue does not know for an administrator, in the default language.
 *
 * @returns and throws as {@link addFromPreset}.
 */
export async function addUnknown(strapi: Core.Strapi, asker: Asker, tracker: InlineTracker): Promise<Added> {
  await requireCategory(strapi, tracker.categoryKey);
  const { default: locale } = await readLocales(strapi);
  const refused = whyNotCreate(strapi, asker, {
    uid: UIDS.tracker,
    locales: [locale],
    fields: UNKNOWN_FIELDS,
  });
  if (refused) return { refused };
  const by = administrator(asker).id;
  return added(await createTracker(strapi, tracker, { enabled: false, locale, by }), tracker.categoryKey);
}

/** @throws {errors.ValidationError} where there is no such category. */
async function requireCategory(strapi: Core.Strapi, key: string): Promise<void> {
  const { content } = await readEdited(strapi);
  if (content.categories.some(({ shared }) => shared.key === key)) return;
  throw noCategory(key);
}

const noCategory = (key: string): Error => invalidValue(['category'], `There is no category "${key}"`);

/** @throws {errors.ValidationError} in the catalogue's own words, where a variable has another form. */
function trackerOf(strapi: Core.Strapi, { preset, variables }: Addition, locale: string): TrackerFromPreset {
  try {
    return sitePreset(strapi, preset, variables, locale);
  } catch (error) {
    throw invalidValue(['variables'], (error as Error).message.replace(/^consent: /, ''));
  }
}

/** Creates it in the default locale, and its texts in each other one in which the catalogue speaks. */
async function addTracker(
  strapi: Core.Strapi,
  addition: Addition,
  tracker: TrackerFromPreset,
  { locale, others, by }: { locale: string; others: readonly string[]; by: number },
): Promise<string | null> {
  const documentId = await createTracker(
    strapi,
    { ...tracker, categoryKey: addition.category },
    { enabled: addition.enabled, locale, by },
  );
  if (!documentId) return null;
  for (const other of others) {
    const { purpose, cookies } = trackerOf(strapi, addition, other);
    const data: Record<string, unknown> = { purpose, cookies, createdBy: by, updatedBy: by };
    await strapi.documents(UIDS.tracker).update({ documentId, locale: other, data });
  }
  return documentId;
}
