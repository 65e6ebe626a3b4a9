import { SETTING_TEXTS, SHARED_SETTINGS } from '../content/setting-fields';
import { attributesOf } from '../content/stored-field';
import { editedOnOwnPage } from '../content-type-options';

/**
 * The one settings entry. Fields left empty fall back to the options in `config/plugins.ts` and then to the
 * built-in defaults, so nothing here has a default that would hide an option.
 */
export const settingSchema = {
  kind: 'singleType',
  collectionName: 'consent_settings',
  info: {
    singularName: 'setting',
    pluralName: 'settings',
    displayName: 'Consent settings',
    description: 'Banner, Consent Mode, jurisdictions, recording and the sub-processor notice',
  },
  options: { draftAndPublish: false },
  pluginOptions: editedOnOwnPage,
  attributes: attributesOf({ ...SHARED_SETTINGS, ...SETTING_TEXTS }),
} as const;
