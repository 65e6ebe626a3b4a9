import type { Core } from '@strapi/strapi';
import type { ContentSource, PublishedType } from '../content/content-source';
import type { SiteLocales } from '../content/locales';
import type { LocaleRow } from '../content/localized';
import type { ReleaseContent } from '../evidence/releases';
import { type Configuration, FORMAT, FORMAT_VERSION, type Item } from '../transfer/format';
import { KIND_NAMES, KINDS, type Kind } from '../transfer/kinds';
import { fieldsWithActs, inOrder, itemsOf, type Row } from '../transfer/stored-configuration';

/**
 * All that a release publishes: a configuration file of what is published, drafts of legal pages left out, with the
 * verification of processors and the languages of the site. Everything that visitors are served follows from it.
 */
export interface ReleasedConfiguration extends Configuration {
  locales: SiteLocales;
}

/** What a source publishes, as a release keeps it. */
export async function configurationFrom(
  strapi: Core.Strapi,
  { locales, rows }: ContentSource,
): Promise<ReleasedConfiguration> {
  const items = async (kind: Kind): Promise<Item[]> => {
    const found = await rows<Row & LocaleRow>(KINDS[kind].uid as PublishedType);
    return itemsOf(found, fieldsWithActs(strapi, kind), locales.default);
  };
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    // Of several entries visitors are served the one whose row is the first.
    settings: (await items('settings'))[0] ?? null,
    categories: inOrder('categories', await items('categories')),
    trackers: inOrder('trackers', await items('trackers')),
    processors: inOrder('processors', await items('processors')),
    legalPages: inOrder('legalPages', await items('legalPages')),
    locales,
  };
}

/** As evidence keeps it; equal configurations have one hash. */
export const asContent = (configuration: ReleasedConfiguration): ReleaseContent => ({ ...configuration });

export const asConfiguration = (content: ReleaseContent): ReleasedConfiguration =>
  content as unknown as ReleasedConfiguration;

/** A release as rows, as if the database held it. */
export function sourceOf(configuration: ReleasedConfiguration): ContentSource {
  const categories = new Map(configuration.categories.map(({ id, shared }) => [shared.key, id]));
  const rowsOf = (kind: Kind): LocaleRow[] =>
    [configuration[kind] ?? []]
      .flat()
      .flatMap((item: Item) => itemRows(kind, item, categories))
      .map((row, index) => ({ ...row, id: index + 1 }));
  const known = new Map(KIND_NAMES.map((kind) => [KINDS[kind].uid as PublishedType, rowsOf(kind)]));
  return {
    locales: configuration.locales,
    rows: async <R extends LocaleRow>(uid: PublishedType) => (known.get(uid) ?? []) as R[],
  };
}

function itemRows(
  kind: Kind,
  { id = '', published, ...written }: Item,
  categories: ReadonlyMap<unknown, string | undefined>,
): Omit<LocaleRow, 'id'>[] {
  const { shared, locales } = published ?? written;
  const key = shared.category;
  const documentId = categories.get(key);
  const category = kind === 'trackers' ? { category: documentId ? { key, documentId } : null } : {};
  return Object.entries(locales).map(([locale, own]) => ({
    documentId: id,
    locale,
    ...shared,
    ...category,
    ...own,
  }));
}
