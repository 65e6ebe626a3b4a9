import type { LegalSettings } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { monthsInForce } from '../records/retention-state';
import { type EffectiveSettings, effectiveSettings } from '../settings/service';

/** What `[SETTING: …]` in a legal page stands for, with the months for which records are kept at this moment. */
export const legalSettingsOf = (
  { subprocessorNotice }: Pick<EffectiveSettings, 'subprocessorNotice'>,
  months: number,
): LegalSettings => ({
  'retention-months': months,
  'notice-days': subprocessorNotice.days,
  'notice-email': subprocessorNotice.email,
});

/** What it stands for at this moment, where these settings hold: a shorter retention may be set and not deleting yet. */
export const legalSettingsWith = async (
  strapi: Core.Strapi,
  settings: EffectiveSettings,
): Promise<LegalSettings> =>
  legalSettingsOf(settings, await monthsInForce(strapi, new Date(), settings.recording.retentionMonths));

/** What it stands for at this moment. */
export const legalSettings = async (strapi: Core.Strapi): Promise<LegalSettings> =>
  legalSettingsWith(strapi, await effectiveSettings(strapi));
