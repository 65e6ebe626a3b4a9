import { type LegalNode, type LegalSettings, parseLegalMarkdown } from '@permesso/consent-core/legal';
import type { LegalPageRow } from '../content/legal-page-fields';
import { negotiateLocale } from '../content/locale-negotiation';
import { compare, groupByDocument, type Localized } from '../content/localized';
import { UIDS } from '../uids';
import type { Published } from '../versions/service';
import type { LegalTables } from './tables';

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

/** What a page is answered from. */
export interface PageSources {
  published: Published;
  /** What its references to settings stand for. */
  settings: LegalSettings;
  tables(locale: string): Promise<LegalTables>;
}

/** The pages that are published there, by slug, each in this locale or else the default one. */
export async function pageSummaries(
  { source, content }: Published,
  asked: string | null | undefined,
): Promise<LegalPageSummary[]> {
  const locale = negotiateLocale(content.locales, asked, null);
  const rows = await source.rows<LegalPageRow>(UIDS.legalPage);
  return (
    groupByDocument(rows, source.locales.default)
      .map((page) => summary(inLocale(page, locale)))
      // A draft may still lack what it is found by.
      .filter(({ slug }) => slug)
      .sort((a, b) => compare(a.slug, b.slug))
  );
}

/** The page of this slug as it stands there in this locale or else the default one; null where there is none. */
export async function pageRow(
  { source, content }: Published,
  slug: string,
  locale: string,
): Promise<LegalPageRow | null> {
  // Translations are published one by one, so one of them may still have an earlier name.
  const all = await source.rows<LegalPageRow>(UIDS.legalPage);
  const [found] = groupByDocument(
    all.filter((row) => row.slug === slug),
    content.locales.default,
  );
  return found ? inLocale(found, locale) : null;
}

/** Its tables speak the language of the page, also where that is not the one asked for. */
export async function pageAnswer(
  row: LegalPageRow,
  { published, settings, tables }: PageSources,
): Promise<LegalPageAnswer> {
  return {
    ...summary(row),
    content: parseLegalMarkdown(row.content ?? '', settings),
    data: {
      ...(await tables(row.locale)),
      documentsVersion: published.versions.documentsVersion,
      effectiveDate: row.effectiveDate,
    },
  };
}

const inLocale = ({ byLocale, shared }: Localized<LegalPageRow>, locale: string): LegalPageRow =>
  byLocale.get(locale) ?? shared;

const summary = ({ slug, kind, title, locale, effectiveDate }: LegalPageSummary): LegalPageSummary => ({
  slug,
  kind,
  title: title ?? '',
  locale,
  effectiveDate,
});
