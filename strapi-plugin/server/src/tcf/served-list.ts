import type { Core } from '@strapi/strapi';
import { listOf, newestOf } from './kept-lists';
import { vendorListLanguage } from './language';
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
  const translation =
    language === 'en'
      ? null
      : await listOf<Translation>(database, 'texts', content.vendorListVersion, language);
  return {
    list: { ...content, ...translation?.content, vendors: only(content.vendors, vendors) },
    language: translation ? language : 'en',
  };
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
