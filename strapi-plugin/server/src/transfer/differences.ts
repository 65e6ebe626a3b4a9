import { contentHash } from '../content/hash';
import type { Configuration, Item, Values, Variant } from './format';
import { KIND_NAMES, KINDS, type Kind } from './kinds';

/** One value that would be another. */
export interface FieldChange {
  /** `shared.kind`, `locales.de.label`, `published.locales.en.title`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** What an import would do to one document. */
export interface Difference {
  kind: Kind;
  /** Key, name or slug; empty for the settings. */
  name: string;
  change: 'added' | 'changed' | 'removed';
  /** What is different; of what is added or removed all that it says. */
  fields: FieldChange[];
}

/** A document here and the one in the file that it is to become; one of the two may be missing. */
export interface Pair {
  kind: Kind;
  before: Item | null;
  after: Item | null;
}

/** Which document belongs to which: by id, else by key, name or slug, the first free one of several alike. */
export function pairsOf(current: Configuration, wanted: Configuration): Pair[] {
  return KIND_NAMES.flatMap((kind) => pairsOfKind(kind, itemsOf(current, kind), itemsOf(wanted, kind)));
}

const itemsOf = (configuration: Configuration, kind: Kind): Item[] =>
  [configuration[kind] ?? []].flat() as Item[];

function pairsOfKind(kind: Kind, current: Item[], wanted: Item[]): Pair[] {
  const free = new Set(current);
  const partners = new Map<Item, Item>();
  const match = (test: (here: Item, there: Item) => boolean) => {
    for (const after of wanted) {
      if (partners.has(after)) continue;
      const before = [...free].find((one) => test(one, after));
      if (!before) continue;
      free.delete(before);
      partners.set(after, before);
    }
  };
  match((here, there) => here.id !== undefined && here.id === there.id && sameKey(kind, here, there));
  match((here, there) => sameKey(kind, here, there));
  match((here, there) => here.id !== undefined && here.id === there.id);
  return [
    ...wanted.map((after) => ({ kind, before: partners.get(after) ?? null, after })),
    ...[...free].map((before) => ({ kind, before, after: null })),
  ];
}

function sameKey(kind: Kind, a: Item, b: Item): boolean {
  const { key } = KINDS[kind];
  return key === null || (a.shared[key] !== null && a.shared[key] === b.shared[key]);
}

/** What an import would change, in the order of the file. */
export const differencesOf = (pairs: readonly Pair[]): Difference[] =>
  pairs.flatMap(({ kind, before, after }): Difference[] => {
    const name = nameOf(kind, (after ?? before) as Item);
    if (!before || !after) {
      const change = before ? 'removed' : 'added';
      return [{ kind, name, change, fields: changesBetween(before, after) }];
    }
    const fields = changesOf(before, after);
    return fields.length > 0 ? [{ kind, name, change: 'changed', fields }] : [];
  });

/** Key, name or slug; empty for the settings. */
export function nameOf(kind: Kind, { shared }: Item): string {
  const { key } = KINDS[kind];
  return key ? String(shared[key] ?? '') : '';
}

const NOTHING: Variant = { shared: {}, locales: {} };

/** What differs between two states of a document, value by value, also where there was none or is none any more. */
export const changesBetween = (before: Item | null, after: Item | null): FieldChange[] => [
  ...everyValue(before ?? NOTHING, after ?? NOTHING, ''),
  ...everyValue(before?.published ?? NOTHING, after?.published ?? NOTHING, 'published.'),
];

function everyValue(before: Variant, after: Variant, prefix: string): FieldChange[] {
  const locales = [...new Set([...Object.keys(before.locales), ...Object.keys(after.locales)])].sort();
  return [
    ...valuesChanges(before.shared, after.shared, `${prefix}shared.`),
    ...locales.flatMap((locale) =>
      valuesChanges(before.locales[locale] ?? {}, after.locales[locale] ?? {}, `${prefix}locales.${locale}.`),
    ),
  ];
}

function changesOf(before: Item, after: Item): FieldChange[] {
  const published: FieldChange[] =
    before.published && after.published
      ? variantChanges(before.published, after.published, 'published.')
      : valueChange('published', before.published ?? null, after.published ?? null);
  return [...variantChanges(before, after, ''), ...published];
}

function variantChanges(before: Variant, after: Variant, prefix: string): FieldChange[] {
  const locales = [...new Set([...Object.keys(before.locales), ...Object.keys(after.locales)])].sort();
  return [
    ...valuesChanges(before.shared, after.shared, `${prefix}shared.`),
    ...locales.flatMap((locale) => {
      const [old, own] = [before.locales[locale], after.locales[locale]];
      const path = `${prefix}locales.${locale}`;
      return old && own ? valuesChanges(old, own, `${path}.`) : valueChange(path, old ?? null, own ?? null);
    }),
  ];
}

const valuesChanges = (before: Values, after: Values, prefix: string): FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    valueChange(`${prefix}${name}`, before[name] ?? null, after[name] ?? null),
  );

const valueChange = (path: string, before: unknown, after: unknown): FieldChange[] =>
  contentHash(before) === contentHash(after) ? [] : [{ path, before, after }];
