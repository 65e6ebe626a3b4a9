import {
  BANNER_POSITIONS,
  CONSENT_GRANULARITIES,
  CONSENT_MODELS,
  DEFAULT_BANNER,
  DEFAULT_REFUSAL_MONTHS,
  type RegionRow,
} from '@permesso/consent-core';
import { regionRowSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { localized } from '../content-type-options';
import { RECORDING_MODES } from '../value-lists';
import { link, quietPage } from './field-checks';
import { plainText } from './plain-text';
import type { StoredField } from './stored-field';

/**
 * The settings, a line each: what Strapi stores, what the admin and the server check by, the types of their rows, what
 * holds while nothing is set, and how the admin asks for them all derive from it. Beside its line a setting has its
 * words in the admin's translations (`settings.f.…`) and the place where it takes effect.
 */

/** Where the admin's page shows a setting. */
export type Section = SharedSection | TextSection;
export type SharedSection =
  | 'general'
  | 'recording'
  | 'fallback'
  | 'regions'
  | 'look'
  | 'quiet'
  | 'consentMode'
  | 'notice'
  | 'triggers';
export type TextSection = 'texts' | 'buttons' | 'notes' | 'links' | 'dialog';

/** How a value is entered. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'text'; input: 'text' | 'email' | 'url'; max: number }
  | { kind: 'area'; max: number }
  /** A text a line. */
  | { kind: 'lines' }
  | { kind: 'regions' };

/** A value of the plugin's options, by its path. */
export interface Option {
  option: readonly [group: 'recording' | 'jurisdiction', name: string];
}

/** What holds while nothing is set: a built-in value, nothing, or what an option says. */
type Fallback<Value> = Value | null | Option;

interface Field<Value, Held extends Fallback<Value> = Fallback<Value>> extends StoredField<Value> {
  section: Section;
  schema: z.ZodType<Value>;
  control: Control;
  fallback: Held;
}

const option = (group: Option['option'][0], name: string): Option => ({ option: [group, name] });

/** Whether the options decide what holds while nothing is set. */
export const isOption = (fallback: unknown): fallback is Option =>
  typeof fallback === 'object' && fallback !== null && 'option' in fallback;

function flag<Held extends boolean | Option>(section: SharedSection, fallback: Held): Field<boolean, Held> {
  // A default of the column would hide an option.
  const attribute = { type: 'boolean', ...(isOption(fallback) ? {} : { default: fallback }) };
  return { section, schema: z.boolean(), attribute, control: { kind: 'switch' }, fallback };
}

function whole<Held extends number | Option>(
  section: SharedSection,
  [min, max]: readonly [number, number],
  fallback: Held,
): Field<number, Held> {
  const schema = z.number().int().min(min).max(max);
  const attribute = { type: 'integer', min, max };
  return { section, schema, attribute, control: { kind: 'number', min, max }, fallback };
}

function choice<const Values extends readonly [string, ...string[]], Held extends Values[number] | Option>(
  section: SharedSection,
  options: Values,
  fallback: Held,
): Field<Values[number], Held> {
  const schema = z.enum(options) as z.ZodType<Values[number]>;
  const attribute = { type: 'enumeration', enum: options };
  return { section, schema, attribute, control: { kind: 'choice', options }, fallback };
}

const line = (section: SharedSection): Field<string, null> => ({
  section,
  schema: plainText.max(255),
  attribute: { type: 'string' },
  control: { kind: 'text', input: 'text', max: 255 },
  fallback: null,
});

const email = (section: SharedSection): Field<string, null> => ({
  section,
  schema: z.email('must be an e-mail address').max(255),
  attribute: { type: 'email' },
  control: { kind: 'text', input: 'email', max: 255 },
  fallback: null,
});

const page = (section: Section): Field<string, null> => ({
  section,
  schema: link,
  attribute: { type: 'string' },
  check: link,
  control: { kind: 'text', input: 'url', max: 255 },
  fallback: null,
});

const list = <Value>(
  section: SharedSection,
  schema: z.ZodType<Value[]>,
  control: Control,
): Field<Value[], Value[]> => ({
  section,
  schema,
  attribute: { type: 'json' },
  check: schema,
  control,
  fallback: [],
});

const months = (most: number) => [1, most] as const;

/** What holds in every language, in the order of the admin. */
export const SHARED_SETTINGS = {
  enabled: flag('general', true),
  granularity: choice('general', CONSENT_GRANULARITIES, 'category'),
  recordingMode: choice('recording', RECORDING_MODES, option('recording', 'mode')),
  retentionMonths: whole('recording', months(240), option('recording', 'retentionMonths')),
  recordImplicit: flag('recording', option('recording', 'implicit')),
  recordUserAgent: flag('recording', option('recording', 'userAgent')),
  fallbackModel: choice('fallback', CONSENT_MODELS, option('jurisdiction', 'fallback')),
  regions: list<RegionRow>('regions', z.array(regionRowSchema).max(500), { kind: 'regions' }),
  bannerPosition: choice('look', BANNER_POSITIONS, DEFAULT_BANNER.position),
  showRejectAll: flag('look', DEFAULT_BANNER.showRejectAll),
  controllerName: line('look'),
  quietPages: list<string>('quiet', z.array(quietPage).max(100), { kind: 'lines' }),
  consentModeEnabled: flag('consentMode', true),
  adsDataRedaction: flag('consentMode', true),
  urlPassthrough: flag('consentMode', false),
  waitForUpdateMs: whole('consentMode', [0, 10_000], 500),
  noticeDays: whole('notice', [0, 365], 30),
  noticeEmail: email('notice'),
  subscribeUrl: page('notice'),
  reconsentOnDocuments: flag('triggers', true),
  reconsentOnCategories: flag('triggers', true),
  reconsentOnTrackers: flag('triggers', true),
  // Six months, as the EEA's authorities recommend.
  expiresAfterMonths: whole('triggers', months(120), 6),
  reaskRefusalAfterMonths: whole('triggers', months(120), DEFAULT_REFUSAL_MONTHS),
};

const short = <Held extends string | null>(section: TextSection, fallback: Held): Field<string, Held> => ({
  section,
  schema: plainText.max(255),
  attribute: { type: 'string', maxLength: 255, ...localized },
  control: { kind: 'text', input: 'text', max: 255 },
  fallback,
});

const long = <Held extends string | null>(
  section: TextSection,
  max: number,
  fallback: Held,
): Field<string, Held> => ({
  section,
  schema: plainText.max(max),
  attribute: { type: 'text', ...localized },
  control: { kind: 'area', max },
  fallback,
});

const linkedPage = (section: TextSection): Field<string, null> => ({
  ...page(section),
  attribute: { type: 'string', maxLength: 255, ...localized },
});

const { title, description, labels } = DEFAULT_BANNER;

/** What each language has for itself, in the order of the admin. What is built in is English. */
export const SETTING_TEXTS = {
  bannerTitle: short('texts', title),
  bannerDescription: long('texts', 5000, description),
  labelAcceptAll: short('buttons', labels.acceptAll),
  labelRejectAll: short('buttons', labels.rejectAll),
  labelCustomize: short('buttons', labels.customize),
  labelClose: short('buttons', labels.close),
  // In each of the languages that are built in: the site knows them.
  noteOptOut: long('notes', 1000, null),
  noteNotice: long('notes', 1000, null),
  noteChanged: long('notes', 1000, null),
  linkPrivacy: linkedPage('links'),
  linkCookies: linkedPage('links'),
  labelManage: short('dialog', labels.manage),
  labelSave: short('dialog', labels.save),
  labelRequiredBadge: short('dialog', labels.requiredBadge),
  labelReloadNotice: short('dialog', labels.reloadNotice),
  labelGpcHonored: short('dialog', labels.gpcHonored),
};

type Shared = typeof SHARED_SETTINGS;
export type SharedField = keyof Shared;
export type SettingText = keyof typeof SETTING_TEXTS;

type ValueOf<One> = One extends { schema: z.ZodType<infer Value> } ? Value : never;

/** Null: not set. */
export type SharedSettings = { [Name in SharedField]: ValueOf<Shared[Name]> | null };
export type SettingTexts = { [Name in SettingText]: string | null };

/** The names of the fields, in their order. */
export const SHARED_FIELDS = Object.keys(SHARED_SETTINGS) as SharedField[];
export const TEXT_FIELDS = Object.keys(SETTING_TEXTS) as SettingText[];

type BuiltIn<Held> = Held extends Option ? null : Held;

/** What is set, else what is built in; null where neither is, and where an option decides. */
export function settingIn<Name extends SharedField>(
  row: Partial<SharedSettings> | undefined,
  name: Name,
): ValueOf<Shared[Name]> | BuiltIn<Shared[Name]['fallback']> {
  const { fallback } = SHARED_SETTINGS[name];
  return (row?.[name] ?? (isOption(fallback) ? null : fallback)) as ReturnType<typeof settingIn<Name>>;
}
