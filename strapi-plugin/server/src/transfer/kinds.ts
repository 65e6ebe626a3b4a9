import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';

/** What a configuration is made of. Records and snapshots are evidence of one place and never move. */
export const KINDS = {
  settings: { uid: UIDS.setting, key: null },
  categories: { uid: UIDS.category, key: 'key' },
  trackers: { uid: UIDS.tracker, key: 'name' },
  processors: { uid: UIDS.processor, key: 'name' },
  legalPages: { uid: UIDS.legalPage, key: 'slug' },
} as const;

export type Kind = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** An attribute as Strapi holds it at run time: custom fields under the type that they store. */
export interface Attribute {
  type: string;
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  regex?: string;
  enum?: string[];
  writable?: boolean;
  pluginOptions?: { i18n?: { localized?: boolean } };
}

export interface Fields {
  shared: Record<string, Attribute>;
  localized: Record<string, Attribute>;
  /**
   * Set by an act of a person alone, as the verification of a processor and the choice of a picture in the media library: a file cannot act
   * in their name.
   */
  byAct: string[];
  draftAndPublish: boolean;
}

const OWN_OF_STRAPI = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'firstPublishedAt',
  'locale',
  'documentId',
  'id',
];
const NOT_VALUES = ['relation', 'media', 'component', 'dynamiczone', 'password'];

/** What a configuration says beside its values. */
export interface Scope {
  /** Which picture of the media library a tracker has: a release names it, by its address; a file brings none along. */
  pictures?: boolean;
}

/** The fields of a kind; a tracker's category is among them, by its key. */
export function fieldsOf(strapi: Core.Strapi, kind: Kind, { pictures = false }: Scope = {}): Fields {
  const { attributes, options } = strapi.contentType(KINDS[kind].uid);
  const draftAndPublish = options?.draftAndPublish === true;
  const fields: Fields = { shared: {}, localized: {}, byAct: [], draftAndPublish };
  for (const [name, attribute] of Object.entries(attributes as Record<string, Attribute>)) {
    const isPicture = name === 'poster' && kind === 'trackers';
    if (OWN_OF_STRAPI.includes(name) || (NOT_VALUES.includes(attribute.type) && !isPicture)) continue;
    if (attribute.writable === false || (isPicture && !pictures)) {
      fields.byAct.push(name);
      continue;
    }
    const part = attribute.pluginOptions?.i18n?.localized ? 'localized' : 'shared';
    fields[part][name] = attribute;
  }
  if (kind === 'trackers') fields.shared.category = { type: 'string', required: false, maxLength: 50 };
  return fields;
}
