import type { ConsentModel, RegionRow } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { settingIn } from '../content/setting-fields';
import type { SettingRow } from '../content/site-content';
import { getPluginOptions, type ResolvedConsentPluginOptions } from '../options';
import { pluginService } from '../plugin-service';
import type { RecordingMode } from '../value-lists';
import { getVersionsService, type Published } from '../versions/service';

/** What holds right now: the options, overridden by what people set in the admin. */
export interface EffectiveSettings {
  enabled: boolean;
  recording: {
    mode: RecordingMode;
    retentionMonths: number;
    implicit: boolean;
    userAgent: boolean;
    /** An option alone: who can change the settings cannot have more kept of visitors. */
    networks: boolean;
  };
  jurisdiction: { overrides: RegionRow[]; fallback: ConsentModel };
  /** Months for which a choice is valid. */
  expiresAfterMonths: number;
  /** Months for which who refused is not asked again, where no law of the place asks for more. */
  reaskRefusalAfterMonths: number;
  subprocessorNotice: { days: number; email: string | null; subscribeUrl: string | null };
}

export interface SettingsService {
  effective(): Promise<EffectiveSettings>;
}

export const getSettingsService = pluginService<SettingsService>('settings');

export function settingsService({ strapi }: { strapi: Core.Strapi }): SettingsService {
  return {
    effective: async () => settingsIn(strapi, await getVersionsService(strapi).published()),
  };
}

/** The settings that hold where this is published. */
export function settingsIn(
  strapi: Core.Strapi,
  { content, forLocale }: Pick<Published, 'content' | 'forLocale'>,
): EffectiveSettings {
  const row = content.settings?.shared;
  return {
    ...overridden(getPluginOptions(strapi), row),
    enabled: settingIn(row, 'enabled'),
    expiresAfterMonths: forLocale(content.locales.default).reconsent.expiresAfterMonths,
    reaskRefusalAfterMonths: settingIn(row, 'reaskRefusalAfterMonths'),
    subprocessorNotice: {
      days: settingIn(row, 'noticeDays'),
      email: row?.noticeEmail || null,
      subscribeUrl: row?.subscribeUrl || null,
    },
  };
}

function overridden(
  options: ResolvedConsentPluginOptions,
  row: SettingRow | undefined,
): Pick<EffectiveSettings, 'recording' | 'jurisdiction'> {
  return {
    recording: {
      mode: row?.recordingMode ?? options.recording.mode,
      retentionMonths: row?.retentionMonths ?? options.recording.retentionMonths,
      implicit: row?.recordImplicit ?? options.recording.implicit,
      userAgent: row?.recordUserAgent ?? options.recording.userAgent,
      networks: options.recording.networks,
    },
    jurisdiction: jurisdictionOf(options, row),
  };
}

/** Which rows decide about places, and what holds where none does. */
export const jurisdictionOf = (
  options: ResolvedConsentPluginOptions,
  row: SettingRow | undefined,
): EffectiveSettings['jurisdiction'] => ({
  overrides: [...options.jurisdiction.overrides, ...(row?.regions ?? [])],
  fallback: row?.fallbackModel ?? options.jurisdiction.fallback,
});

/** The settings that hold at this moment. */
export const effectiveSettings = (strapi: Core.Strapi): Promise<EffectiveSettings> =>
  getSettingsService(strapi).effective();
