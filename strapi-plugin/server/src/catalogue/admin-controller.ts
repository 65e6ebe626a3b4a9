import type { TrackerKind } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { adminBody, collation, forbid } from '../http/admin';
import { askedLocale } from '../http/query';
import { readEdited } from '../versions/service';
import { addFromPreset, additionSchema } from './addition';
import {
  type DescribedVariable,
  describedVariables,
  type PresetCategory,
  TRACKER_PRESETS,
  type TrackerContent,
  type TrackerPresetKey,
} from './presets';
import { sitePreset } from './site-preset';

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
  variables: DescribedVariable[];
  /** Where it loads from; null where the site's own code starts it. */
  src: string | null;
  /** A tracker of this name is there already. */
  present: boolean;
}

export interface TrackerCatalogue {
  presets: CataloguePreset[];
  categories: { key: string; label: string; required: boolean }[];
}

/** The catalogue of trackers as a page of the admin. */
export const catalogueController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const locale = askedLocale(ctx) ?? 'en';
    const { content } = await readEdited(strapi);
    const present = new Set(content.trackers.map(({ shared }) => shared.name));
    const order = collation(locale);
    ctx.body = {
      presets: Object.keys(TRACKER_PRESETS)
        .map((key) => catalogued(strapi, key as TrackerPresetKey, locale, present))
        .sort((a, b) => order(a.name, b.name)),
      categories: content.categories.map(({ shared, byLocale }) => ({
        key: shared.key,
        label: byLocale.get(locale)?.label || shared.label || shared.key,
        required: shared.required ?? false,
      })),
    } satisfies TrackerCatalogue;
  },

  async add(ctx: Context): Promise<void> {
    const added = await addFromPreset(strapi, ctx, adminBody(additionSchema, ctx));
    if ('refused' in added) return void forbid(ctx, added.refused);
    ctx.status = 201;
    ctx.body = added;
  },
});

function catalogued(
  strapi: Core.Strapi,
  key: TrackerPresetKey,
  locale: string,
  present: ReadonlySet<string>,
): CataloguePreset {
  const preset = TRACKER_PRESETS[key];
  const { name, vendor, vendorPrivacyUrl, categoryKey, kind, purpose, cookies, loader } = sitePreset(
    strapi,
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
    variables: describedVariables(preset, locale),
    src: loader?.src ?? null,
    present: present.has(name),
  };
}
