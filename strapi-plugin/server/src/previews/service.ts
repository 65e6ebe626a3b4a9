import type { ConsentConfig, HeaderSource, PreviewTerms } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { cookieTableIn } from '../catalogue/cookie-table';
import { readServiceNames } from '../catalogue/service-names';
import { configOf, contentOf } from '../config/config-content';
import { visitorUnder } from '../config/visitor';
import { negotiateLocale } from '../content/locale-negotiation';
import {
  type LegalPageAnswer,
  type LegalPageSummary,
  pageAnswer,
  pageRow,
  pageSummaries,
} from '../legal-pages/page-answer';
import { legalSettingsOf } from '../legal-pages/setting-values';
import type { LegalTables } from '../legal-pages/tables';
import { getPluginOptions } from '../options';
import { isListed } from '../processors';
import { entriesIn, readRegister } from '../processors/processor-register';
import { listVersionOf, publishedChanges } from '../processors/publications';
import { type SubprocessorList, subprocessorListOf } from '../processors/service';
import { settingsIn } from '../settings/service';
import type { Published } from '../versions/service';
import { draftContent } from './draft';
import type { PreviewLink } from './link-token';

/** What a site is answered of what waits. */
export interface PreviewedConfig {
  config: ConsentConfig;
  preview: PreviewTerms;
}

/** Who looks, as far as the link leaves that open. */
export interface Looking {
  headers: HeaderSource;
  /** Of the page. */
  locale: string | null;
}

/**
 * The config as it would be published, for the place and language of the link. Without what loads trackers: code that nobody
 * has published, nor perhaps approved, must not run on the site for whoever was sent a link.
 */
export async function previewedConfig(
  strapi: Core.Strapi,
  link: PreviewLink,
  { headers, locale: asked }: Looking,
): Promise<PreviewedConfig> {
  const published = await draftContent(strapi);
  const locale = localeIn(published, link, asked);
  const environment = strapi.config.get('environment') as string;
  const place = link.place === null ? {} : { country: link.place.split('-')[0]!, region: link.place };
  const settings = settingsIn(strapi, published);
  const visitor = visitorUnder(strapi, settings, { headers, ...place });
  const names = await readServiceNames(strapi);
  const content = contentOf(strapi, published, { locale, environment, now: new Date(), names });
  const config = configOf(strapi, content, visitor, { ...settings, isPlaceKnown: true });
  const trackers = config.trackers.map(({ loader: _, ...tracker }) => tracker);
  const { gpc, until } = link;
  return {
    config: { ...config, trackers },
    preview: { place: link.place, locale: link.locale && locale, gpc, until: until.toISOString() },
  };
}

/** The legal pages as they would be published; null while they are off. */
export async function previewedPages(
  strapi: Core.Strapi,
  link: PreviewLink,
  asked: string | null,
): Promise<LegalPageSummary[] | null> {
  if (!getPluginOptions(strapi).legalPages) return null;
  const published = await draftContent(strapi);
  return pageSummaries(published, localeIn(published, link, asked));
}

/** One of them; null where there would be none. */
export async function previewedPage(
  strapi: Core.Strapi,
  link: PreviewLink,
  slug: string,
  asked: string | null,
): Promise<LegalPageAnswer | null> {
  if (!getPluginOptions(strapi).legalPages) return null;
  const published = await draftContent(strapi);
  const row = await pageRow(published, slug, localeIn(published, link, asked));
  const settings = legalSettingsOf(settingsIn(strapi, published));
  const tables = (locale: string) => tablesIn(strapi, published, locale);
  return row && pageAnswer(row, { published, settings, tables });
}

/** The public list of sub-processors as it would be published, with the changes until now; null while the register is off. */
export async function previewedSubprocessors(
  strapi: Core.Strapi,
  link: PreviewLink,
  asked: string | null,
): Promise<SubprocessorList | null> {
  if (!getPluginOptions(strapi).processors) return null;
  const draft = await draftContent(strapi);
  const register = await readRegister(strapi, draft.source);
  const { subprocessorNotice: notice } = settingsIn(strapi, draft);
  const published = await publishedChanges(strapi);
  const sources = { register, version: listVersionOf(register), published, notice };
  return subprocessorListOf(sources, localeIn(draft, link, asked));
}

async function tablesIn(strapi: Core.Strapi, published: Published, locale: string): Promise<LegalTables> {
  const cookies = cookieTableIn(published, locale);
  if (!getPluginOptions(strapi).processors) return cookies;
  const register = await readRegister(strapi, published.source);
  const { changes: processorChanges } = await publishedChanges(strapi);
  return { ...cookies, processors: entriesIn(register, locale).filter(isListed), processorChanges };
}

const localeIn = ({ content }: Published, link: PreviewLink, asked: string | null): string =>
  negotiateLocale(content.locales, link.locale ?? asked, null);
