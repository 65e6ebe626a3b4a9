import { z } from 'zod';
import {
  SETTING_TEXTS,
  type SettingTexts,
  SHARED_SETTINGS,
  type SharedSettings,
} from '../content/setting-fields';

/**
 * What an editor may set, in one place for both ends: the admin's form and the server check by it. Null is "not
 * set": then the options in `config/plugins.ts` hold, and without those the built-in default.
 */

/** A schema of values that may each be null, of the table's fields. */
function nullable<Values extends object>(fields: Record<keyof Values, { schema: z.ZodType }>) {
  const shape = Object.entries<{ schema: z.ZodType }>(fields).map(([name, { schema }]) => [
    name,
    schema.nullable(),
  ]);
  return z.strictObject(Object.fromEntries(shape) as { [Name in keyof Values]: z.ZodType<Values[Name]> });
}

/** What holds in every language. */
const sharedSettings = nullable<SharedSettings>(SHARED_SETTINGS);

/** What each language has for itself. */
const settingTexts = nullable<SettingTexts>(SETTING_TEXTS);

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

export type SettingsChange = z.output<typeof settingsChange>;
