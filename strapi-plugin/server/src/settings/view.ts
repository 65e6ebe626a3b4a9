import type { CategoryTerms, LegalProposal, RegionRow } from '@permesso/consent-core';
import { type BannerFacts, bannerFacts } from '@permesso/consent-core/banner';
import type { Core } from '@strapi/strapi';
import { publishedContent } from '../content/published-content';
import {
  isOption,
  type Option,
  SETTING_TEXTS,
  type SettingTexts,
  SHARED_FIELDS,
  SHARED_SETTINGS,
  type SharedField,
  type SharedSettings,
  TEXT_FIELDS,
} from '../content/setting-fields';
import { type Content, loadContent, type SettingRow } from '../content/site-content';
import { type ConsentPluginOptions, getPluginOptions, type ResolvedConsentPluginOptions } from '../options';
import type { PublishMode } from '../options.releases';
import { PLUGIN_UID } from '../uids';

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
  /** By them a preview of the banner knows what is on before a choice. */
  categories: CategoryTerms[];
  /** Rows of the options, between the built-in ones and the editor's. */
  optionRows: RegionRow[];
  /** Proposals that the options apply before they are law. */
  proposals: LegalProposal[];
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
    categories: publishedContent(content, content.locales.default).categories,
    optionRows: options.jurisdiction.overrides,
    proposals: options.jurisdiction.proposals,
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
  options: ResolvedConsentPluginOptions,
  given: ConsentPluginOptions,
): SettingsView['fallbacks'] {
  const fallbacks = SHARED_FIELDS.map((name): [SharedField, Fallback] => {
    const { fallback } = SHARED_SETTINGS[name];
    if (!isOption(fallback)) return [name, { value: fallback, from: 'default' }];
    const isGiven = optionIn(given, fallback) !== undefined;
    return [name, { value: optionIn(options, fallback), from: isGiven ? 'option' : 'default' }];
  });
  return Object.fromEntries(fallbacks) as SettingsView['fallbacks'];
}

type DecidingOptions = Pick<ConsentPluginOptions, 'recording' | 'jurisdiction'>;

function optionIn(options: DecidingOptions, { option: [group, name] }: Option): unknown {
  return Reflect.get(options[group] ?? {}, name);
}

/** The texts of the banner where nobody has written any: English. */
export const builtInTexts = (): SettingTexts =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, SETTING_TEXTS[name].fallback])) as SettingTexts;
