import type { LegalSettings } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { type EffectiveSettings, effectiveSettings } from '../settings/service';

/** What `[SETTING: …]` in a legal page stands for. */
export const legalSettingsOf = ({
  recording,
  subprocessorNotice,
}: Pick<EffectiveSettings, 'recording' | 'subprocessorNotice'>): LegalSettings => ({
  'retention-months': recording.retentionMonths,
  'notice-days': subprocessorNotice.days,
  'notice-email': subprocessorNotice.email,
});

/** What it stands for at this moment. */
export const legalSettings = async (strapi: Core.Strapi): Promise<LegalSettings> =>
  legalSettingsOf(await effectiveSettings(strapi));
