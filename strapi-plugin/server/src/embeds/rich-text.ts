import type { Core } from '@strapi/strapi';
import { isOwnType } from '../uids';

/** How a text is to be read. */
export type TextFormat = 'markdown' | 'html' | 'blocks';

/** An attribute of a content type or component, as far as it matters here. */
export interface Attribute {
  type: string;
  customField?: string;
  options?: unknown;
  component?: string;
  repeatable?: boolean;
  components?: readonly string[];
}

/** Where a type holds rich text: in fields of its own, in those of components, and in zones of them. */
export interface RichText {
  texts: Readonly<Record<string, TextFormat>>;
  components: Readonly<Record<string, RichText>>;
  zones: Readonly<Record<string, Readonly<Record<string, RichText>>>>;
}

/** Components may hold each other, and a schema that somebody wrote by hand even themselves. */
const DEEPEST = 6;

/** Editors that store HTML, by the names of their custom fields. */
const HTML_EDITORS = /ck-?editor|tiny-?mce|quill|tiptap|froala|summernote|jodit|wysiwyg|html/i;

const TEXTUAL = new Set(['richtext', 'text', 'string']);

/**
 * How a field is read; null where it holds no rich text.
 *
 * Strapi's own editors store Markdown or blocks. What others store their custom fields say by their names, and by an option
 * where they can do either. The plugin's legal pages are none of them: HTML in them is text, pictures are all that they can
 * load, and of those their own editor warns.
 */
export function formatOf({ type, customField, options }: Attribute): TextFormat | null {
  if (type === 'blocks') return 'blocks';
  if (customField === undefined) return type === 'richtext' ? 'markdown' : null;
  if (!TEXTUAL.has(type) || isOwnType(customField)) return null;
  if (HTML_EDITORS.test(customField)) {
    return /markdown/i.test(JSON.stringify(options ?? '')) ? 'markdown' : 'html';
  }
  return type === 'richtext' ? 'markdown' : null;
}

interface Schema {
  attributes: Record<string, unknown>;
}

/**
 * Where entries of a schema hold rich text.
 *
 * @param componentOf a component by its uid
 * @returns null where they hold none.
 */
export function richTextOf(
  { attributes }: Schema,
  componentOf: (uid: string) => Schema | undefined,
  depth = 0,
): RichText | null {
  const within = (uid: string | undefined): RichText | null => {
    const schema = uid === undefined || depth >= DEEPEST ? undefined : componentOf(uid);
    return schema ? richTextOf(schema, componentOf, depth + 1) : null;
  };
  const texts: Record<string, TextFormat> = {};
  const components: Record<string, RichText> = {};
  const zones: Record<string, Record<string, RichText>> = {};
  for (const [name, attribute] of Object.entries(attributes) as [string, Attribute][]) {
    const format = formatOf(attribute);
    if (format) texts[name] = format;
    if (attribute.type === 'component') {
      const found = within(attribute.component);
      if (found) components[name] = found;
    }
    if (attribute.type !== 'dynamiczone') continue;
    const found = (attribute.components ?? []).flatMap((uid) => {
      const one = within(uid);
      return one ? [[uid, one] as const] : [];
    });
    if (found.length > 0) zones[name] = Object.fromEntries(found);
  }
  const isEmpty = [texts, components, zones].every((some) => Object.keys(some).length === 0);
  return isEmpty ? null : { texts, components, zones };
}

/** What a query has to read beside an entry's own columns. */
export interface TextQuery {
  select: string[];
  populate: Record<string, object>;
}

/** The query by which all of it is read, and nothing else. */
export function queryOf({ texts, components, zones }: RichText, columns: readonly string[] = []): TextQuery {
  const within = Object.entries(components).map(([name, one]) => [name, queryOf(one)] as const);
  const inZones = Object.entries(zones).map(([name, some]) => {
    const on = Object.entries(some).map(([uid, one]) => [uid, queryOf(one)] as const);
    return [name, { on: Object.fromEntries(on) }] as const;
  });
  return {
    select: ['id', ...columns, ...Object.keys(texts)],
    populate: Object.fromEntries<object>([...within, ...inZones]),
  };
}

const known = new WeakMap<Core.Strapi, Map<string, RichText>>();

/** The content types whose entries hold rich text and are edited in the content manager, in the order of their uids. */
export function richTextTypes(strapi: Core.Strapi): ReadonlyMap<string, RichText> {
  const before = known.get(strapi);
  if (before) return before;
  const componentOf = (uid: string) =>
    (strapi.components as unknown as Record<string, Schema | undefined>)[uid];
  const types = Object.entries(strapi.contentTypes).flatMap(([uid, type]) => {
    if (/^(admin|strapi)::/.test(uid) || isHidden(type)) return [];
    const found = richTextOf(type as Schema, componentOf);
    return found ? [[uid, found] as const] : [];
  });
  const sorted = new Map(types.sort(([one], [other]) => (one < other ? -1 : 1)));
  known.set(strapi, sorted);
  return sorted;
}

function isHidden({ pluginOptions }: { pluginOptions?: object | undefined }): boolean {
  const options = pluginOptions as Record<string, { visible?: boolean } | undefined> | undefined;
  return options?.['content-manager']?.visible === false;
}
