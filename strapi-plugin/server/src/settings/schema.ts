import { isLoadableAddress } from '@permesso/consent-core';
import { z } from 'zod';
import { plainText } from '../http/plain-text';
import { BANNER_POSITIONS, CONSENT_MODELS, RECORDING_MODES } from '../value-lists';

/**
 * What an editor may set, in one place for both ends: the admin's form and the server check by it. Null is "not
 * set": then the options in `config/plugins.ts` hold, and without those the built-in default.
 */

/** By the rule of the contract of the config. */
const opensPage = (value: string): boolean => value === '' || isLoadableAddress(value);

/** A page or file of the site or of another; the message says what one must be. */
export const addressOf = (message: string) => plainText.refine(opensPage, message);

/** A whole address of a page, by the rule of the contract; the message says what one must be. */
export const webAddressOf = (message: string) =>
  z.string().refine((value) => value === '' || wholeAddress.safeParse(value).success, message);

const wholeAddress = z.url({ protocol: /^https?$/ });

export const address = addressOf('must begin with https://, http:// or /');

/** An event attribute would be a script of its own. */
export const ATTRIBUTE_NAME = /^(?!on)[a-z][a-z0-9-]*$/i;

/** A wildcard alone would name every cookie that there is. */
export const COOKIE_PATTERN = /^(?!\*+$)/;

export const link = address.max(255);

export const regionRowSchema = z.strictObject({
  region: z.string().regex(/^(EEA|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/, 'must be like "DE", "US-CA" or "EEA"'),
  model: z.enum(CONSENT_MODELS),
  law: plainText.max(500),
  effectiveFrom: z.iso.date('must be a date as YYYY-MM-DD').optional(),
});

const text = plainText.max(255).nullable();
const flag = z.boolean().nullable();
const number = (min: number, max: number) => z.number().int().min(min).max(max).nullable();

/** What holds in every language. */
export const sharedSettings = z.strictObject({
  enabled: flag,
  bannerPosition: z.enum(BANNER_POSITIONS).nullable(),
  showRejectAll: flag,
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
  bannerDescription: plainText.max(5000).nullable(),
  labelAcceptAll: text,
  labelRejectAll: text,
  labelCustomize: text,
  labelSave: text,
  labelClose: text,
  labelManage: text,
  labelReloadNotice: text,
  labelRequiredBadge: text,
  labelGpcHonored: text,
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
