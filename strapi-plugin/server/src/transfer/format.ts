import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { fieldRule, NUL_REFUSED, pathOfNul } from '../catalogue/field-rules';
import { MOST_OPTIONAL, TOO_MANY_OPTIONAL } from '../content/field-checks';
import { readLocales } from '../content/locales';
import { invalidInput, type Problem, parseInput } from '../http/invalid-input';
import { type Attribute, type Fields, fieldsOf, KIND_NAMES, KINDS, type Kind, type Scope } from './kinds';

export const FORMAT = 'permesso-configuration';
/** Grows when a file of this version could not be read any more as it was meant. */
export const FORMAT_VERSION = 1;

export type Values = Record<string, unknown>;

/** One state of a document: what all locales share, and what each has for itself. */
export interface Variant {
  shared: Values;
  locales: Record<string, Values>;
}

/** One document. Only legal pages have a published state beside what is being written. */
export interface Item extends Variant {
  /** Where the file comes from. Found again under it, or else by its name: ids differ between databases. */
  id?: string | undefined;
  published?: Variant | null | undefined;
}

/** The whole configuration as one file. */
export interface Configuration {
  format: typeof FORMAT;
  version: typeof FORMAT_VERSION;
  settings: Item | null;
  categories: Item[];
  trackers: Item[];
  processors: Item[];
  legalPages: Item[];
}

/**
 * Checks a file against this Strapi: its form, its values, its references and its locales.
 *
 * @throws {errors.ValidationError} that names the path of each wrong value.
 */
export async function readFile(
  strapi: Core.Strapi,
  input: unknown,
  scope: Scope = {},
): Promise<Configuration> {
  const configuration = parseInput(fileSchema(strapi, scope), input) as Configuration;
  const { all } = await readLocales(strapi);
  const nul = pathOfNul(configuration);
  const problems = [
    ...(nul ? [{ path: nul, message: NUL_REFUSED }] : []),
    ...referenceProblems(configuration),
    ...KIND_NAMES.flatMap((kind) =>
      eachVariant(configuration, kind).flatMap(([variant, path]) => [
        ...unknownLocales(variant, path, all),
        ...valueProblems(strapi, kind, variant, path),
      ]),
    ),
  ];
  if (problems.length > 0) throw invalidInput(problems);
  return configuration;
}

function fileSchema(strapi: Core.Strapi, scope: Scope) {
  const items = (kind: Kind) => z.array(itemSchema(fieldsOf(strapi, kind, scope))).max(2000);
  return z.strictObject({
    format: z.literal(FORMAT, 'this is not a configuration of the consent plugin'),
    version: z.literal(FORMAT_VERSION, `only version ${FORMAT_VERSION} can be read`),
    settings: itemSchema(fieldsOf(strapi, 'settings')).nullable(),
    categories: items('categories'),
    trackers: items('trackers'),
    processors: items('processors'),
    legalPages: items('legalPages'),
  });
}

function itemSchema(fields: Fields) {
  const variant = {
    shared: valuesSchema(fields.shared, fields),
    locales: z
      .record(z.string().max(35), valuesSchema(fields.localized, fields))
      .refine((locales) => Object.keys(locales).length > 0, 'must hold at least one locale'),
  };
  return z.strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9]{1,64}$/)
      .optional(),
    ...variant,
    ...(fields.draftAndPublish ? { published: z.strictObject(variant).nullable() } : {}),
  });
}

/** A draft may lack what a published page must have. What is set by an act may stand there, and is passed over. */
const valuesSchema = (attributes: Record<string, Attribute>, { byAct, draftAndPublish }: Fields) =>
  z
    .strictObject({
      ...Object.fromEntries(
        Object.entries(attributes).map(([name, attribute]) => {
          const value = valueSchema(attribute);
          return [name, attribute.required && !draftAndPublish ? value : value.nullable().default(null)];
        }),
      ),
      ...Object.fromEntries(byAct.map((name) => [name, z.unknown().optional()])),
    })
    .transform((values: Values) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !byAct.includes(name))),
    );

function valueSchema({ type, maxLength, regex, min, max, enum: values }: Attribute): z.ZodType {
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z
        .number()
        .int()
        .min(min ?? Number.MIN_SAFE_INTEGER)
        .max(max ?? Number.MAX_SAFE_INTEGER);
    case 'enumeration':
      return z.enum(values as [string, ...string[]]);
    case 'date':
      return z.iso.date();
    case 'email':
      return z.email().max(255);
    case 'float':
    case 'decimal':
      return z
        .number()
        .min(min ?? -Number.MAX_VALUE)
        .max(max ?? Number.MAX_VALUE);
    case 'json':
    case 'blocks':
      return z.json();
    case 'media':
      return z.strictObject({ url: z.string(), width: z.number().nullable(), height: z.number().nullable() });
    default: {
      const text = z.string().max(maxLength ?? (type === 'string' ? 255 : 1_000_000));
      return regex ? text.regex(new RegExp(regex)) : text;
    }
  }
}

/** Every state that a file holds of one kind, with its path. */
export function eachVariant(configuration: Configuration, kind: Kind): [Variant, PropertyKey[]][] {
  const items = configuration[kind];
  const list: [Item, PropertyKey[]][] = Array.isArray(items)
    ? items.map((item, index) => [item, [kind, index]])
    : items
      ? [[items, [kind]]]
      : [];
  return list.flatMap(([item, path]): [Variant, PropertyKey[]][] => [
    [item, path],
    ...(item.published ? [[item.published, [...path, 'published']] as [Variant, PropertyKey[]]] : []),
  ]);
}

function unknownLocales({ locales }: Variant, path: PropertyKey[], all: string[]): Problem[] {
  return Object.keys(locales)
    .filter((locale) => !all.includes(locale))
    .map((locale) => ({
      path: [...path, 'locales', locale],
      message: noSuchLocale(locale),
    }));
}

export const noSuchLocale = (locale: string): string =>
  `there is no locale "${locale}" here: add it in Strapi's settings first`;

/** What a write would refuse, said beforehand with its place in the file. */
function valueProblems(strapi: Core.Strapi, kind: Kind, variant: Variant, path: PropertyKey[]): Problem[] {
  const rule = fieldRule(KINDS[kind].uid);
  if (!rule) return [];
  const { localized } = fieldsOf(strapi, kind);
  const found = new Map<string, Problem>();
  for (const [locale, own] of Object.entries(variant.locales)) {
    for (const issue of rule.safeParse({ ...variant.shared, ...own }).error?.issues ?? []) {
      const part = String(issue.path[0]) in localized ? ['locales', locale] : ['shared'];
      const full = [...path, ...part, ...issue.path];
      found.set(full.join('.'), { path: full, message: issue.message });
    }
  }
  return [...found.values()];
}

function referenceProblems({ categories, trackers, legalPages }: Configuration): Problem[] {
  const keys = new Set(categories.map(({ shared }) => shared.key));
  const optional = categories.filter(({ shared }) => !shared.required);
  return [
    ...(optional.length > MOST_OPTIONAL ? [{ path: ['categories'], message: TOO_MANY_OPTIONAL }] : []),
    ...repeated(categories, 'categories', 'key'),
    ...repeated(legalPages, 'legalPages', 'slug'),
    ...trackers.flatMap(({ shared }, index) =>
      keys.has(shared.category)
        ? []
        : [
            {
              path: ['trackers', index, 'shared', 'category'],
              message: 'must be the key of a category in this file',
            },
          ],
    ),
  ];
}

function repeated(items: Item[], kind: Kind, field: string): Problem[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ shared }, index) => {
    const value = shared[field];
    const twice = value !== null && seen.has(value);
    seen.add(value);
    return twice ? [{ path: [kind, index, 'shared', field], message: `"${value}" stands here twice` }] : [];
  });
}
