import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import { type Assessment, readAssessments } from './assessments';
import type { CATEGORY_FIELDS, TRACKER_FIELDS } from './catalogue-fields';
import { type ContentSource, databaseSource } from './content-source';
import type { LegalPageRow } from './legal-page-fields';
import type { SiteLocales } from './locales';
import { compare, groupByDocument, type LocaleRow, type Localized } from './localized';
import type { SettingTexts, SharedSettings } from './setting-fields';
import type { RowOf } from './stored-field';

/**
 * Everything that editors publish, read in one go and in every locale. Hashes, configs and snapshots are pure
 * functions of it, so none of them can miss a change.
 */
export interface Content {
  locales: SiteLocales;
  settings: Localized<SettingRow> | null;
  categories: Localized<CategoryRow>[];
  trackers: Localized<TrackerRow>[];
  /** Published privacy and cookie pages only. */
  documents: PublishedDocument[];
  /** The last time when everybody was asked again: an id that no other time has. Null: never. */
  reconsent: string | null;
  /** The newest assessment of each category that has one, by its key. */
  assessments: ReadonlyMap<string, Assessment>;
}

/** A legal page that consent is based on. */
export interface PublishedDocument {
  documentId: string;
  kind: string;
  /** `YYYY-MM-DD`, the newest of all its published translations; null where none has one. */
  effectiveDate: string | null;
}

export interface SettingRow extends LocaleRow, SharedSettings, SettingTexts {}

export interface CategoryRow extends LocaleRow, RowOf<typeof CATEGORY_FIELDS> {}

export interface TrackerRow extends LocaleRow, RowOf<typeof TRACKER_FIELDS> {}

/** The last asking again first. By its time: what is entered again, or transferred, has another id. */
export const LAST_ASKED = [{ askedAt: 'desc' as const }, { id: 'desc' as const }];

/** Reads all of it, from the database where no other source is given; nothing is cached here. */
export async function loadContent(strapi: Core.Strapi, from?: ContentSource): Promise<Content> {
  const { locales, rows } = from ?? (await databaseSource(strapi));
  // One after the other: within a transaction there is one connection for all of them.
  const settings = await rows<SettingRow>(UIDS.setting);
  const categories = await rows<CategoryRow>(UIDS.category);
  const trackers = await rows<TrackerRow>(UIDS.tracker);
  const pages = (await rows<LegalPageRow>(UIDS.legalPage)).filter(({ kind }) =>
    CONSENT_IS_BASED_ON.includes(kind),
  );
  const [asked] = (await strapi.db
    .query(UIDS.reconsent)
    .findMany({ select: ['documentId'], orderBy: LAST_ASKED, limit: 1 })) as { documentId: string }[];
  return {
    locales,
    settings: groupByDocument(settings, locales.default)[0] ?? null,
    categories: groupByDocument(categories, locales.default).sort(byOrder),
    trackers: groupByDocument(trackers, locales.default).map(withListedCookies).sort(byName),
    documents: groupByDocument(pages, locales.default).map(publishedDocument),
    reconsent: asked?.documentId ?? null,
    assessments: await readAssessments(strapi),
  };
}

/** Kinds of the legal pages that are among the documents. */
const CONSENT_IS_BASED_ON: readonly string[] = ['privacy', 'cookies'];

/**
 * Translations are published one by one, so their dates differ until the last one is: visitors are asked by the
 * first that has the new date, and not again by the others.
 */
function publishedDocument({ documentId, shared, byLocale }: Localized<LegalPageRow>): PublishedDocument {
  const dates = [...byLocale.values()].flatMap(({ effectiveDate }) => effectiveDate ?? []);
  return { documentId, kind: shared.kind, effectiveDate: dates.sort(compare).at(-1) ?? null };
}

/**
 * What a tracker stores is the same in all languages, and each has its own words for it. The default one lists it; where that lists nothing,
 * as one in which the tracker was translated later, the first by its code that lists something.
 */
function withListedCookies(tracker: Localized<TrackerRow>): Localized<TrackerRow> {
  const { shared, byLocale } = tracker;
  const inOrder = [...byLocale].sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
  const listing = [shared, ...inOrder].find(({ cookies }) => cookies?.length);
  return listing ? { ...tracker, shared: { ...shared, cookies: listing.cookies } } : tracker;
}

function byOrder(a: Localized<CategoryRow>, b: Localized<CategoryRow>): number {
  return (
    Number(b.shared.required ?? false) - Number(a.shared.required ?? false) ||
    (a.shared.order ?? 0) - (b.shared.order ?? 0) ||
    compare(a.shared.key, b.shared.key)
  );
}

function byName(a: Localized<TrackerRow>, b: Localized<TrackerRow>): number {
  return compare(a.shared.name, b.shared.name) || compare(a.documentId, b.documentId);
}
