import type { Core } from '@strapi/strapi';
import type { ContentSource, PublishedType } from '../content/content-source';
import type { SiteLocales } from '../content/locales';
import type { LocaleRow } from '../content/localized';
import type { ReleaseContent } from '../evidence/releases';
import {
  type Configuration,
  FORMAT,
  FORMAT_VERSION,
  type Item,
  type Values,
  type Variant,
} from '../transfer/format';
import { KIND_NAMES, KINDS, type Kind } from '../transfer/kinds';
import { fieldsWithActs, inOrder, itemsOf, type Row } from '../transfer/stored-configuration';

/**
 * All that a release publishes: a configuration file of what is published, drafts of legal pages left out, with the
 * verification of processors and the languages of the site. Everything that visitors are served follows from it.
 */
export interface ReleasedConfiguration extends Configuration {
  locales: SiteLocales;
}

/** What a source that is a release was made of. */
const releasedAs = new WeakMap<ContentSource, ReleasedConfiguration>();

/** What a source publishes, as a release keeps it. */
export async function configurationFrom(
  strapi: Core.Strapi,
  source: ContentSource,
): Promise<ReleasedConfiguration> {
  const released = releasedAs.get(source);
  if (released) return released;
  const { locales, rows } = source;
  const items = async (kind: Kind): Promise<Item[]> => {
    const found = await rows<Row & LocaleRow>(KINDS[kind].uid as PublishedType);
    return itemsOf(found, fieldsWithActs(strapi, kind), locales.default).map(withoutNulls);
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

/** A field that a later version of the plugin adds makes no other release of what says nothing in it. */
const withoutNulls = ({ published, ...item }: Item): Item => ({
  ...item,
  ...said(item),
  ...(published ? { published: said(published) } : {}),
});

function said({ shared, locales }: Variant): Variant {
  const values = (all: Values): Values =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return {
    shared: values(shared),
    locales: Object.fromEntries(Object.entries(locales).map(([locale, own]) => [locale, values(own)])),
  };
}

/** As evidence keeps it; equal configurations have one hash. */
export const asContent = (configuration: ReleasedConfiguration): ReleaseContent => ({ ...configuration });

export const asConfiguration = (content: ReleaseContent): ReleasedConfiguration =>
  content as unknown as ReleasedConfiguration;

/** A release as rows, as if the database held it. */
export function sourceOf(strapi: Core.Strapi, configuration: ReleasedConfiguration): ContentSource {
  const categories = new Map(configuration.categories.map(({ id, shared }) => [shared.key, id]));
  const rowsOf = (kind: Kind): LocaleRow[] => {
    const { shared, localized } = fieldsWithActs(strapi, kind);
    const empty = Object.fromEntries(Object.keys({ ...shared, ...localized }).map((name) => [name, null]));
    return [configuration[kind] ?? []]
      .flat()
      .flatMap((item: Item) => itemRows(item))
      .map((row, index) => ({ ...empty, ...row, ...categoryOf(kind, row), id: index + 1 }));
  };
  const categoryOf = (kind: Kind, { category: key }: Values): Values => {
    if (kind !== 'trackers') return {};
    const documentId = categories.get(key);
    return { category: documentId ? { key, documentId } : null };
  };
  const known = new Map(KIND_NAMES.map((kind) => [KINDS[kind].uid as PublishedType, rowsOf(kind)]));
  const source: ContentSource = {
    locales: configuration.locales,
    rows: async <Row extends LocaleRow>(uid: PublishedType) => (known.get(uid) ?? []) as Row[],
  };
  releasedAs.set(source, configuration);
  return source;
}

function itemRows({ id = '', published, ...written }: Item): (Values & Omit<LocaleRow, 'id'>)[] {
  const { shared, locales } = published ?? written;
  return Object.entries(locales).map(([locale, own]) => ({ ...shared, ...own, documentId: id, locale }));
}
