import type { Core } from '@strapi/strapi';
import { cookieTableIn } from '../catalogue/cookie-table';
import type { LegalPageRow } from '../content/legal-page-fields';
import { compare, groupByDocument, type Localized } from '../content/localized';
import { getPluginOptions } from '../options';
import { UIDS } from '../uids';
import type { Published } from '../versions/service';
import { type LegalText, legalTextOf } from './legal-text';
import { legalSettings } from './setting-values';
import { processorTables } from './tables';

/** The legal pages that are published in a locale or else the default one, by their kinds; none while they are off. */
export async function publishedLegalTexts(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
): Promise<ReadonlyMap<string, LegalText>> {
  if (!getPluginOptions(strapi).legalPages) return new Map();
  const pages = await readPages(published);
  if (pages.length === 0) return new Map();
  const settings = await legalSettings(strapi);
  const texts = await Promise.all(
    pages
      .map(({ shared, byLocale }) => byLocale.get(locale) ?? shared)
      .map(async ({ kind, slug, title, locale: written, effectiveDate, content }) =>
        legalTextOf(
          { kind, slug, title, locale: written, effectiveDate, markdown: content ?? '' },
          {
            settings,
            ...cookieTableIn(published, written),
            ...(await processorTables(strapi, written)),
          },
        ),
      ),
  );
  return byKind(texts.sort((a, b) => compare(a.slug, b.slug)));
}

/** Every page of the kind `other`, and all but the first of another kind, stand under `kind:slug`. */
function byKind(texts: readonly LegalText[]): Map<string, LegalText> {
  const named = new Map<string, LegalText>();
  for (const text of texts) {
    const isFirst = text.kind !== 'other' && !named.has(text.kind);
    named.set(isFirst ? text.kind : `${text.kind}:${text.slug}`, text);
  }
  return named;
}

const readPages = async ({ source }: Published): Promise<Localized<LegalPageRow>[]> =>
  groupByDocument(await source.rows<LegalPageRow>(UIDS.legalPage), source.locales.default);
