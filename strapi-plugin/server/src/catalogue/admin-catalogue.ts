import type { TrackerKind } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { readLocales } from '../content/locales';
import { otherWrittenLocales } from '../content/written-locales';
import { adminBody, administrator, collation, mayCreate } from '../http/admin';
import { allowedTo, contentAction } from '../http/admin-route';
import { errors } from '../http/errors';
import { askedLocale } from '../http/query';
import { UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { createTracker } from './new-tracker';
import {
  isTrackerPresetKey,
  type PresetCategory,
  type PresetVariable,
  TRACKER_PRESETS,
  type TrackerContent,
  type TrackerFromPreset,
  type TrackerPresetKey,
  trackerFromPreset,
  variablesOf,
} from './presets';

/** A preset as the admin shows it, in the administrator's language. */
export interface CataloguePreset {
  key: string;
  name: string;
  vendor: string | null;
  vendorPrivacyUrl: string | null;
  category: PresetCategory;
  kind: TrackerKind;
  purpose: string;
  cookies: TrackerContent['cookies'];
  variables: readonly PresetVariable[];
  /** Where it loads from; null where the site's own code starts it. */
  src: string | null;
  /** A tracker of this name is there already. */
  present: boolean;
}

export interface TrackerCatalogue {
  presets: CataloguePreset[];
  categories: { key: string; label: string; required: boolean }[];
}

const CREATE = contentAction('create', UIDS.tracker);

/** What a preset fills in. */
const FIELDS = [
  'name',
  'enabled',
  'category',
  'kind',
  'vendor',
  'vendorPrivacyUrl',
  'purpose',
  'hosts',
  'cookies',
];
const LOADER_FIELDS = [
  ...['loaderSrc', 'loaderInline', 'loaderStrategy', 'loaderAttributes'],
  ...['consentModeManaged', 'adapter'],
];

const additionSchema = z.strictObject({
  preset: z.string().refine(isTrackerPresetKey, 'there is no such preset'),
  category: z.string().min(1),
  variables: z.record(z.string(), z.string().max(2000)).default({}),
  enabled: z.boolean().default(false),
});

/** The catalogue of trackers as a page of the admin. */
export const catalogueController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const locale = askedLocale(ctx) ?? 'en';
    const { content } = await getVersionsService(strapi).published();
    const present = new Set(content.trackers.map(({ shared }) => shared.name));
    const order = collation(locale);
    ctx.body = {
      presets: Object.keys(TRACKER_PRESETS)
        .map((key) => catalogued(key as TrackerPresetKey, locale, present))
        .sort((a, b) => order(a.name, b.name)),
      categories: content.categories.map(({ shared, byLocale }) => ({
        key: shared.key,
        label: byLocale.get(locale)?.label || shared.label || shared.key,
        required: shared.required ?? false,
      })),
    } satisfies TrackerCatalogue;
  },

  async add(ctx: Context): Promise<void> {
    const addition = adminBody(additionSchema, ctx);
    const { content } = await getVersionsService(strapi).published();
    if (!content.categories.some(({ shared }) => shared.key === addition.category)) {
      throw wrong('category', `There is no category "${addition.category}"`);
    }
    const { default: locale } = await readLocales(strapi);
    const others = await otherWrittenLocales(strapi, locale);
    const tracker = trackerOf(addition, locale);
    const fields = [...FIELDS, ...(tracker.loader ? LOADER_FIELDS : [])];
    if (!mayCreate(strapi, ctx, { uid: UIDS.tracker, locales: [locale, ...others], fields })) return;
    if (addition.enabled && tracker.openVariables.length > 0) {
      throw wrong('variables', `Fill in ${tracker.openVariables.join(', ')} before it is switched on`);
    }
    const documentId = await strapi.db.transaction(() =>
      addTracker(strapi, addition, tracker, { locale, others, by: administrator(ctx).id }),
    );
    ctx.status = 201;
    ctx.body = { documentId };
  },
});

type Addition = z.output<typeof additionSchema>;

function catalogued(key: TrackerPresetKey, locale: string, present: ReadonlySet<string>): CataloguePreset {
  const preset = TRACKER_PRESETS[key];
  const { name, vendor, vendorPrivacyUrl, categoryKey, kind, purpose, cookies, loader } = trackerFromPreset(
    key,
    {},
    locale,
  );
  return {
    key,
    name,
    vendor: vendor ?? null,
    vendorPrivacyUrl: vendorPrivacyUrl ?? null,
    category: categoryKey,
    kind,
    purpose,
    cookies,
    variables: variablesOf(preset),
    src: loader?.src ?? null,
    present: present.has(name),
  };
}

/** @throws {errors.ValidationError} in the catalogue's own words, where a variable has another form. */
function trackerOf({ preset, variables }: Addition, locale: string): TrackerFromPreset {
  try {
    return trackerFromPreset(preset, variables, locale);
  } catch (error) {
    throw wrong('variables', (error as Error).message.replace(/^consent: /, ''));
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
    const { purpose, cookies } = trackerOf(addition, other);
    const data: Record<string, unknown> = { purpose, cookies, createdBy: by, updatedBy: by };
    await strapi.documents(UIDS.tracker).update({ documentId, locale: other, data });
  }
  return documentId;
}

function wrong(field: string, message: string): Error {
  return new errors.ValidationError(message, { errors: [{ path: [field], message }] });
}

export const catalogueRoutes = [
  {
    method: 'GET',
    path: '/catalogue/trackers',
    handler: 'catalogue.find',
    config: allowedTo(CREATE),
  },
  {
    method: 'POST',
    path: '/catalogue/trackers',
    handler: 'catalogue.add',
    config: allowedTo(CREATE),
  },
];
