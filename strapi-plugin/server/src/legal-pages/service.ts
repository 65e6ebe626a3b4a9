import type { LegalNode } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../content/hash';
import { negotiateLocale } from '../content/locale-negotiation';
import { compare, groupByDocument, type Localized } from '../content/localized';
import { getPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import { getProcessorsService } from '../processors/service';
import { UIDS } from '../uids';
import { getVersionsService, type Published } from '../versions/service';
import { markdownToLegalContent } from './markdown';
import { type LegalTables, legalTables } from './tables';

/** What the tables and marker blocks of a legal page show. */
export interface LegalPageData extends LegalTables {
  documentsVersion: string;
  effectiveDate: string | null;
}

export interface LegalPageSummary {
  slug: string;
  kind: string;
  title: string;
  locale: string;
  /** `YYYY-MM-DD`, or null. */
  effectiveDate: string | null;
}

/** What `GET legal/:slug` answers: the page as nodes, with the data that its tables need. */
export interface LegalPageAnswer extends LegalPageSummary {
  content: LegalNode[];
  data: LegalPageData;
}

interface LegalPageRow extends LegalPageSummary {
  id: number;
  documentId: string;
  content: string | null;
}

export interface LegalPagesService {
  /** The published pages, by slug, each in this locale or else the default one. */
  list(locale?: string | null): Promise<LegalPageSummary[] | null>;
  /** A published page, or null when there is none of that slug or legal pages are off. */
  page(slug: string, locale?: string | null): Promise<RenderedPage | null>;
}

interface RenderedPage {
  page: LegalPageAnswer;
  etag: string;
}

/** A page, and the reading of the register that its tables were made from. */
interface KeptPage extends RenderedPage {
  register: object | null;
}

export const getLegalPagesService = pluginService<LegalPagesService>('legalPages');

export function legalPagesService({ strapi }: { strapi: Core.Strapi }): LegalPagesService {
  const enabled = getPluginOptions(strapi).legalPages;
  const published = () => getVersionsService(strapi).published();
  // Tied to one reading of the content and one of the register: when either is dropped, the pages made from it are.
  // A page that outlived one of them would be as old as both caches together.
  const rendered = new WeakMap<Published, LRUCache<string, KeptPage>>();
  return {
    async list(asked) {
      if (!enabled) return null;
      const reading = await published();
      const locale = negotiateLocale(reading.content.locales, asked, null);
      return (await pagesOf(reading))
        .map(({ shared, byLocale }) => summary(byLocale.get(locale) ?? shared))
        .sort((a, b) => compare(a.slug, b.slug));
    },
    async page(slug, asked) {
      if (!enabled) return null;
      const reading = await published();
      // Translations are published one by one, so one of them may still have an earlier name.
      const all = await reading.source.rows<LegalPageRow>(UIDS.legalPage);
      const rows = all.filter((row) => row.slug === slug);
      if (rows.length === 0) return null;
      const { locales } = reading.content;
      const locale = negotiateLocale(locales, asked, null);
      const register = await getProcessorsService(strapi).reading();
      const pages = rendered.get(reading) ?? new LRUCache({ max: 200 });
      rendered.set(reading, pages);
      const known = pages.get(`${slug} ${locale}`);
      if (known?.register === register) return known;
      const [found] = groupByDocument(rows, locales.default);
      if (!found) return null;
      const page = await answer(strapi, found.byLocale.get(locale) ?? found.shared);
      const result = { page, etag: `"${contentHash(page).slice(0, 16)}"`, register };
      pages.set(`${slug} ${locale}`, result);
      return result;
    },
  };
}

const pagesOf = async ({ source }: Published): Promise<Localized<LegalPageRow>[]> =>
  groupByDocument(await source.rows<LegalPageRow>(UIDS.legalPage), source.locales.default);

const summary = ({ slug, kind, title, locale, effectiveDate }: LegalPageSummary): LegalPageSummary => ({
  slug,
  kind,
  title,
  locale,
  effectiveDate,
});

/** Its tables speak the language of the page, also where that is not the one asked for. */
async function answer(strapi: Core.Strapi, row: LegalPageRow): Promise<LegalPageAnswer> {
  const { locale } = row;
  const { versions } = await getVersionsService(strapi).published();
  return {
    ...summary(row),
    content: await markdownToLegalContent(strapi, row.content ?? ''),
    data: {
      ...(await legalTables(strapi, locale)),
      documentsVersion: versions.documentsVersion,
      effectiveDate: row.effectiveDate,
    },
  };
}
