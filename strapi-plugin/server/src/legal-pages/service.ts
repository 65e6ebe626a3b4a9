import type {
  ConsentCategory,
  ConsentTracker,
  ProcessorChange,
  ProcessorEntry,
} from '@permesso/consent-core';
import type { LegalNode } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { getCookieTableData } from '../catalogue/cookie-table';
import { negotiateLocale } from '../config/locale';
import { getPluginOptions } from '../options';
import { getProcessorTableData } from '../processors';
import { UIDS } from '../schema';
import { service } from '../service';
import { compare, groupByDocument } from '../versions/content';
import { contentHash } from '../versions/hash';
import type { Published } from '../versions/service';
import { markdownToLegalContent } from './markdown';

/** What the tables and marker blocks of a legal page show. */
export interface LegalPageData {
  categories: ConsentCategory[];
  trackers: ConsentTracker[];
  documentsVersion: string;
  effectiveDate: string | null;
  /** Absent when the register is off; the processor tables then render nothing. */
  processors?: ProcessorEntry[];
  processorChanges?: ProcessorChange[];
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

export function legalPagesService({ strapi }: { strapi: Core.Strapi }): LegalPagesService {
  const enabled = getPluginOptions(strapi).legalPages;
  const published = () => service(strapi, 'versions').published();
  // Tied to one reading of the content: when that is dropped, the pages made from it are.
  const rendered = new WeakMap<Published, LRUCache<string, RenderedPage>>();

  return {
    async list(asked) {
      if (!enabled) return null;
      const { locales } = (await published()).content;
      const rows = await publishedRows(strapi, {});
      const locale = negotiateLocale(locales, asked, null);
      return groupByDocument(rows, locales.default)
        .map(({ shared, byLocale }) => summary(byLocale.get(locale) ?? shared))
        .sort((a, b) => compare(a.slug, b.slug));
    },
    async page(slug, asked) {
      if (!enabled) return null;
      const reading = await published();
      const { locales } = reading.content;
      const locale = negotiateLocale(locales, asked, null);
      const pages = rendered.get(reading) ?? new LRUCache({ max: 200 });
      rendered.set(reading, pages);
      const known = pages.get(`${slug} ${locale}`);
      if (known) return known;
      const [found] = groupByDocument(await publishedRows(strapi, { slug }), locales.default);
      if (!found) return null;
      const page = await answer(strapi, found.byLocale.get(locale) ?? found.shared);
      const result = { page, etag: `"${contentHash(page).slice(0, 16)}"` };
      pages.set(`${slug} ${locale}`, result);
      return result;
    },
  };
}

const publishedRows = async (strapi: Core.Strapi, where: { slug?: string }): Promise<LegalPageRow[]> =>
  (await strapi.db.query(UIDS.legalPage).findMany({
    where: { ...where, publishedAt: { $notNull: true } },
    orderBy: { id: 'asc' },
  })) as LegalPageRow[];

const summary = ({ slug, kind, title, locale, effectiveDate }: LegalPageRow): LegalPageSummary => ({
  slug,
  kind,
  title,
  locale,
  effectiveDate,
});

/** Its tables speak the language of the page, also where that is not the one asked for. */
async function answer(strapi: Core.Strapi, row: LegalPageRow): Promise<LegalPageAnswer> {
  const { locale } = row;
  const { versions } = await service(strapi, 'versions').published();
  return {
    ...summary(row),
    content: await markdownToLegalContent(strapi, row.content ?? ''),
    data: {
      ...(await getCookieTableData(strapi, { locale })),
      documentsVersion: versions.documentsVersion,
      effectiveDate: row.effectiveDate,
      ...(await getProcessorTableData(strapi, { locale })),
    },
  };
}
