import type { ConsentConfig, HeaderSource, PreviewTerms } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { cookieTableIn } from '../catalogue/cookie-table';
import { readServiceNames } from '../catalogue/service-names';
import { configOf, contentOf } from '../config/config-content';
import { visitorUnder } from '../config/visitor';
import { negotiateLocale } from '../content/locale-negotiation';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import {
  type LegalPageAnswer,
  type LegalPageSummary,
  pageAnswer,
  pageRow,
  pageSummaries,
} from '../legal-pages/page-answer';
import { legalSettingsOf, legalSettingsWith } from '../legal-pages/setting-values';
import type { LegalTables } from '../legal-pages/tables';
import { getPluginOptions } from '../options';
import { isListed } from '../processors';
import { entriesIn, type Register, readRegister } from '../processors/processor-register';
import { listVersionOf, type PublishedChanges, publishedChanges } from '../processors/publications';
import { type SubprocessorList, subprocessorListOf } from '../processors/service';
import { settingsIn } from '../settings/service';
import type { Published } from '../versions/service';
import type { PreviewLink } from './link-token';

/** A link that holds, and what it shows. */
export interface Preview {
  link: PreviewLink;
  published: Published;
}

/** What a site is answered of it. */
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
 * The config as it would be published or was, for the place and language of the link. Without what loads trackers: code that nobody
 * has published, nor perhaps approved, must not run on the site for whoever was sent a link.
 */
export async function previewedConfig(
  strapi: Core.Strapi,
  { link, published }: Preview,
  { headers, locale: asked }: Looking,
): Promise<PreviewedConfig> {
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

/** The legal pages as they would be published or were; null while they are off. */
export async function previewedPages(
  strapi: Core.Strapi,
  { link, published }: Preview,
  asked: string | null,
): Promise<LegalPageSummary[] | null> {
  if (!getPluginOptions(strapi).legalPages) return null;
  return pageSummaries(published, localeIn(published, link, asked));
}

/** One of them; null where there is none. */
export async function previewedPage(
  strapi: Core.Strapi,
  preview: Preview,
  slug: string,
  asked: string | null,
): Promise<LegalPageAnswer | null> {
  const { link, published } = preview;
  if (!getPluginOptions(strapi).legalPages) return null;
  const row = await pageRow(published, slug, localeIn(published, link, asked));
  const set = settingsIn(strapi, published);
  // What was published once said what was set then.
  const wasPublished = typeof link.shows === 'object' && 'release' in link.shows;
  const settings = wasPublished
    ? legalSettingsOf(set, set.recording.retentionMonths)
    : await legalSettingsWith(strapi, set);
  const tables = (locale: string) => tablesIn(strapi, preview, locale);
  return row && pageAnswer(row, { published, settings, tables });
}

/** The public list of sub-processors as it would be published, or was, with its changes; null while the register is off. */
export async function previewedSubprocessors(
  strapi: Core.Strapi,
  preview: Preview,
  asked: string | null,
): Promise<SubprocessorList | null> {
  const { link, published } = preview;
  if (!getPluginOptions(strapi).processors) return null;
  const register = await readRegister(strapi, published.source);
  const { subprocessorNotice: notice } = settingsIn(strapi, published);
  const changes = await changesShown(strapi, link, register);
  const sources = { register, version: listVersionOf(register), published: changes, notice };
  return subprocessorListOf(sources, localeIn(published, link, asked));
}

async function tablesIn(
  strapi: Core.Strapi,
  { link, published }: Preview,
  locale: string,
): Promise<LegalTables> {
  const cookies = cookieTableIn(published, locale);
  if (!getPluginOptions(strapi).processors) return cookies;
  const register = await readRegister(strapi, published.source);
  const { changes: processorChanges } = await changesShown(strapi, link, register);
  return { ...cookies, processors: entriesIn(register, locale).filter(isListed), processorChanges };
}

/** What was published of the list until now; where an earlier release is shown, until then. */
async function changesShown(
  strapi: Core.Strapi,
  { shows }: PreviewLink,
  register: Register,
): Promise<PublishedChanges> {
  if (shows === 'draft' || !('release' in shows)) return publishedChanges(strapi);
  const release = await getEvidenceStore(strapi).releases.byNumber(shows.release);
  return publishedChanges(
    strapi,
    release && { day: dayOf(release.at), listVersion: listVersionOf(register) },
  );
}

const localeIn = ({ content }: Published, link: PreviewLink, asked: string | null): string =>
  negotiateLocale(content.locales, link.locale ?? asked, null);
