import {
  type Control,
  SETTING_TEXTS,
  type Section,
  SHARED_FIELDS,
  SHARED_SETTINGS,
  type SharedField,
  type SharedSection,
  TEXT_FIELDS,
  type SettingText as TextField,
  type TextSection,
} from '../../../../server/src/content/setting-fields';

export type { SharedField, TextField };

/** What has one control; the table of jurisdictions has many. */
export type SimpleField = Exclude<SharedField, 'regions'>;

const FIELDS: Readonly<Record<string, { section: Section; control: Control }>> = {
  ...SHARED_SETTINGS,
  ...SETTING_TEXTS,
};

/** How a field is entered; none for what is no setting. */
export const controlOf = (field: string): Control | undefined => FIELDS[field]?.control;

/** The settings of a section of the page, in its order. */
export const fieldsIn = (section: SharedSection): SimpleField[] =>
  SHARED_FIELDS.filter(
    (name): name is SimpleField => name !== 'regions' && SHARED_SETTINGS[name].section === section,
  );

/** The same of the texts that each language has for itself. */
export const textsIn = (section: TextSection): TextField[] =>
  TEXT_FIELDS.filter((name) => SETTING_TEXTS[name].section === section);

export const TABS = ['general', 'jurisdictions', 'banner', 'consent-mode', 'processors', 'versions'] as const;

export type Tab = (typeof TABS)[number];

const TAB_OF: Readonly<Record<Section, Tab>> = {
  general: 'general',
  recording: 'general',
  fallback: 'jurisdictions',
  regions: 'jurisdictions',
  look: 'banner',
  texts: 'banner',
  buttons: 'banner',
  notes: 'banner',
  links: 'banner',
  dialog: 'banner',
  quiet: 'banner',
  consentMode: 'consent-mode',
  notice: 'processors',
  triggers: 'versions',
};

/** On which tab a field stands, by the path of a problem with it: `shared.noticeDays`, `texts.de.linkPrivacy`. */
export function tabOf(path: string): Tab {
  const [part, first = '', second = ''] = path.split('.');
  return TAB_OF[FIELDS[part === 'texts' ? second : first]?.section ?? 'general'];
}
