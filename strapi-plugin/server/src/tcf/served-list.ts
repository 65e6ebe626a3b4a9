import { vendorListLanguage } from '@permesso/consent-core/texts';
import type { Core } from '@strapi/strapi';
import type { Database } from '../database/named-lock';
import { lastTextsUpTo, listOf, newestOf } from './kept-lists';
import { tcfDatabase } from './refresh';
import type { Provider, Translation, VendorList } from './vendor-list';

/** A vendor list for pages: vendors that were asked for, texts in one language. */
export interface ServedList {
  list: VendorList;
  /** That of the texts, in lower case: `en` where there is no translation. */
  language: string;
}

/** What is asked for; without ids all of a list. */
export interface ListQuery {
  locale?: string | undefined;
  /** The newest where it is left out. */
  version?: number | undefined;
  vendors?: readonly number[] | undefined;
}

/** Null where there is no such list. */
export async function vendorListFor(
  strapi: Core.Strapi,
  { locale, version, vendors }: ListQuery,
): Promise<ServedList | null> {
  const database = tcfDatabase(strapi);
  const wanted = version ?? (await newestOf(database, 'list'))?.version;
  const kept = wanted === undefined ? null : await listOf<VendorList>(database, 'list', wanted);
  if (!kept) return null;
  const { content } = kept;
  const language = vendorListLanguage(locale);
  const translation = language === 'en' ? null : await translationOf(database, content, language);
  return {
    list: { ...content, ...translation, vendors: only(content.vendors, vendors) },
    language: translation ? language : 'en',
  };
}

/**
 * A list's texts in a language; null where there are none. What a policy says it says in every version of the list: where a
 * translation did not come with the list, the one before stays.
 */
async function translationOf(
  database: Database,
  { vendorListVersion, tcfPolicyVersion }: VendorList,
  language: string,
): Promise<Translation | null> {
  const version = await lastTextsUpTo(database, vendorListVersion, language);
  if (version === null) return null;
  const list = await listOf<VendorList>(database, 'list', version);
  if (version !== vendorListVersion && list?.content.tcfPolicyVersion !== tcfPolicyVersion) return null;
  return (await listOf<Translation>(database, 'texts', version, language))?.content ?? null;
}

/** Google's providers; null where none are fetched, or none have come yet. */
export async function providersFor(
  strapi: Core.Strapi,
  ids: readonly number[] | undefined,
): Promise<Provider[] | null> {
  const database = tcfDatabase(strapi);
  const newest = await newestOf(database, 'providers');
  const kept = newest && (await listOf<Provider[]>(database, 'providers', newest.version));
  if (!kept) return null;
  return ids ? kept.content.filter(({ id }) => ids.includes(id)) : [...kept.content];
}

/** Those that were asked for and are still on the list; one with a date of deletion is none any more. */
function only(vendors: VendorList['vendors'], ids: readonly number[] | undefined): VendorList['vendors'] {
  const asked = ids && new Set(ids);
  return Object.fromEntries(
    Object.entries(vendors).filter(([, { id, deletedDate }]) => !deletedDate && (!asked || asked.has(id))),
  );
}
