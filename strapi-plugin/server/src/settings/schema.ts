import { BANNER_POSITIONS, CONSENT_GRANULARITIES, CONSENT_MODELS } from '@permesso/consent-core';
import { regionRowSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { link, quietPage } from '../content/field-checks';
import { plainText } from '../content/plain-text';
import { RECORDING_MODES } from '../value-lists';

/**
 * What an editor may set, in one place for both ends: the admin's form and the server check by it. Null is "not
 * set": then the options in `config/plugins.ts` hold, and without those the built-in default.
 */

/** Letters that a text may have at most; one that is not named here has 255. */
export const LONG_TEXTS = { bannerDescription: 5000, noteOptOut: 1000, noteNotice: 1000, noteChanged: 1000 };

const text = plainText.max(255).nullable();
const longText = (name: keyof typeof LONG_TEXTS) => plainText.max(LONG_TEXTS[name]).nullable();
const flag = z.boolean().nullable();
const number = (min: number, max: number) => z.number().int().min(min).max(max).nullable();

/** What holds in every language. */
export const sharedSettings = z.strictObject({
  enabled: flag,
  granularity: z.enum(CONSENT_GRANULARITIES).nullable(),
  bannerPosition: z.enum(BANNER_POSITIONS).nullable(),
  showRejectAll: flag,
  controllerName: text,
  quietPages: z.array(quietPage).max(100).nullable(),
  reconsentOnDocuments: flag,
  reconsentOnCategories: flag,
  reconsentOnTrackers: flag,
  expiresAfterMonths: number(1, 120),
  recordingMode: z.enum(RECORDING_MODES).nullable(),
  recordImplicit: flag,
  recordUserAgent: flag,
  retentionMonths: number(1, 240),
  consentModeEnabled: flag,
  adsDataRedaction: flag,
  urlPassthrough: flag,
  waitForUpdateMs: number(0, 10_000),
  regions: z.array(regionRowSchema).max(500).nullable(),
  fallbackModel: z.enum(CONSENT_MODELS).nullable(),
  noticeDays: number(0, 365),
  noticeEmail: z.email('must be an e-mail address').max(255).nullable(),
  subscribeUrl: link.nullable(),
});

/** What each language has for itself. */
export const settingTexts = z.strictObject({
  bannerTitle: text,
  bannerDescription: longText('bannerDescription'),
  labelAcceptAll: text,
  labelRejectAll: text,
  labelCustomize: text,
  labelSave: text,
  labelClose: text,
  labelManage: text,
  labelReloadNotice: text,
  labelRequiredBadge: text,
  labelGpcHonored: text,
  noteOptOut: longText('noteOptOut'),
  noteNotice: longText('noteNotice'),
  noteChanged: longText('noteChanged'),
  linkPrivacy: link.nullable(),
  linkCookies: link.nullable(),
});

const anything = z.record(z.string(), z.unknown());

/** A change: only what is named is written. */
export const settingsChange = z.strictObject({
  shared: sharedSettings.partial().optional(),
  texts: z.record(z.string(), settingTexts.partial()).optional(),
  /**
   * The values that the change replaces, as its writer saw them: where somebody else has set another meanwhile, nothing
   * is written. What is not named here is replaced whatever it is.
   */
  replaces: z
    .strictObject({ shared: anything, texts: z.record(z.string(), anything) })
    .partial()
    .optional(),
});

export type SharedSettings = z.output<typeof sharedSettings>;
export type SettingTexts = z.output<typeof settingTexts>;
export type SettingsChange = z.output<typeof settingsChange>;

/** The names of the fields, in the order of the schema. */
export const SHARED_FIELDS = Object.keys(sharedSettings.shape) as (keyof SharedSettings)[];
export const TEXT_FIELDS = Object.keys(settingTexts.shape) as (keyof SettingTexts)[];
