import { DEFAULT_BANNER, type RegionRow } from '@permesso/consent-core';
import { type BannerFacts, bannerFacts } from '@permesso/consent-core/banner';
import type { Core } from '@strapi/strapi';
import { DEFAULT_EXPIRY_MONTHS, publishedContent } from '../content/published-content';
import { type Content, loadContent, type SettingRow } from '../content/site-content';
import { type ConsentPluginOptions, getPluginOptions, type ResolvedConsentPluginOptions } from '../options';
import type { PublishMode } from '../options.releases';
import { PLUGIN_UID } from '../uids';
import { type SettingTexts, SHARED_FIELDS, type SharedSettings, TEXT_FIELDS } from './schema';
import { DEFAULT_NOTICE_DAYS } from './service';

/** A value that holds while nothing is set in the admin, and where it comes from. */
export interface Fallback {
  value: unknown;
  from: 'option' | 'default';
}

/** What is set in the admin. */
export interface StoredSettings {
  /** Null: not set. */
  shared: SharedSettings;
  /** By locale; a locale without an entry has no text of its own. */
  texts: Record<string, SettingTexts>;
}

/** Everything that the settings page shows. */
export interface SettingsView extends StoredSettings {
  locales: Content['locales'];
  fallbacks: Record<keyof SharedSettings, Fallback>;
  /** The built-in texts, in English. */
  builtInTexts: SettingTexts;
  /** By locale, what the banner says of purposes and third parties. */
  facts: Record<string, BannerFacts>;
  /** Rows of the options, between the built-in ones and the editor's. */
  optionRows: RegionRow[];
  /** What only `config/plugins.ts` decides. */
  fixed: {
    processors: boolean;
    publish: PublishMode;
    allowedOrigins: string[];
    basePath: string;
    cookie: ResolvedConsentPluginOptions['cookie'];
    trustProxy: boolean;
  };
}

/** Reads the database: an editor sees what is stored, not what is cached. */
export async function settingsView(strapi: Core.Strapi): Promise<SettingsView> {
  const content = await loadContent(strapi);
  const options = getPluginOptions(strapi);
  return {
    locales: content.locales,
    ...storedIn(content),
    fallbacks: fallbacksOf(options, strapi.config.get(PLUGIN_UID, {}) as ConsentPluginOptions),
    builtInTexts: builtInTexts(),
    facts: Object.fromEntries(content.locales.all.map((locale) => [locale, factsIn(content, locale)])),
    optionRows: options.jurisdiction.overrides,
    fixed: {
      processors: options.processors,
      publish: options.releases.publish,
      allowedOrigins: options.allowedOrigins,
      basePath: options.basePath,
      cookie: options.cookie,
      trustProxy: options.jurisdiction.trustProxy,
    },
  };
}

function factsIn(content: Content, locale: string): BannerFacts {
  const { banner, categories, trackers } = publishedContent(content, locale);
  return bannerFacts({ banner, categories, trackers: trackers.map(({ tracker }) => tracker) });
}

export function storedIn({ settings }: Content): StoredSettings {
  const texts = [...(settings?.byLocale ?? [])].map(([locale, row]) => [locale, textsOf(row)] as const);
  return { shared: sharedOf(settings?.shared), texts: Object.fromEntries(texts) };
}

const sharedOf = (row: SettingRow | undefined): SharedSettings =>
  Object.fromEntries(SHARED_FIELDS.map((field) => [field, row?.[field] ?? null])) as SharedSettings;

const textsOf = (row: SettingRow): SettingTexts =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, row[field] || null])) as SettingTexts;

function fallbacksOf(
  { recording, jurisdiction }: ResolvedConsentPluginOptions,
  given: ConsentPluginOptions,
): SettingsView['fallbacks'] {
  const built = (value: unknown): Fallback => ({ value, from: 'default' });
  const option = (value: unknown, said: unknown): Fallback => ({
    value,
    from: said === undefined ? 'default' : 'option',
  });
  return {
    enabled: built(true),
    granularity: built('category'),
    bannerPosition: built(DEFAULT_BANNER.position),
    showRejectAll: built(DEFAULT_BANNER.showRejectAll),
    controllerName: built(null),
    quietPages: built([]),
    reconsentOnDocuments: built(true),
    reconsentOnCategories: built(true),
    reconsentOnTrackers: built(true),
    expiresAfterMonths: built(DEFAULT_EXPIRY_MONTHS),
    recordingMode: option(recording.mode, given.recording?.mode),
    recordImplicit: option(recording.implicit, given.recording?.implicit),
    recordUserAgent: option(recording.userAgent, given.recording?.userAgent),
    retentionMonths: option(recording.retentionMonths, given.recording?.retentionMonths),
    consentModeEnabled: built(true),
    adsDataRedaction: built(true),
    urlPassthrough: built(false),
    waitForUpdateMs: built(500),
    regions: built([]),
    fallbackModel: option(jurisdiction.fallback, given.jurisdiction?.fallback),
    noticeDays: built(DEFAULT_NOTICE_DAYS),
    noticeEmail: built(null),
    subscribeUrl: built(null),
  };
}

/** The texts of the banner where nobody has written any: English. */
export function builtInTexts(): SettingTexts {
  const { title, description, labels } = DEFAULT_BANNER;
  return {
    bannerTitle: title,
    bannerDescription: description,
    labelAcceptAll: labels.acceptAll,
    labelRejectAll: labels.rejectAll,
    labelCustomize: labels.customize,
    labelSave: labels.save,
    labelClose: labels.close,
    labelManage: labels.manage,
    labelReloadNotice: labels.reloadNotice,
    labelRequiredBadge: labels.requiredBadge,
    labelGpcHonored: labels.gpcHonored,
    // In each of the languages that are built in: the site knows them.
    noteOptOut: null,
    noteNotice: null,
    noteChanged: null,
    linkPrivacy: null,
    linkCookies: null,
  };
}
