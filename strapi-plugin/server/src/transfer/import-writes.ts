import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { readLocales } from '../content/locales';
import { type Picture, pictureId } from '../content/picture';
import { UIDS } from '../uids';
import { differencesOf, type Pair } from './differences';
import type { Item, Values, Variant } from './format';
import { KINDS, type Kind } from './kinds';

interface Target {
  strapi: Core.Strapi;
  defaultLocale: string;
}

/**
 * Writes what differs through the document service, so that every rule of it holds. Runs inside the caller's
 * transaction: a refusal leaves everything as it was.
 */
export async function applyPairs(strapi: Core.Strapi, pairs: readonly Pair[]): Promise<void> {
  const target: Target = { strapi, defaultLocale: (await readLocales(strapi)).default };
  const differing = pairs.filter((pair) => differencesOf([pair]).length > 0);
  const of = (kind: Kind) => differing.filter((pair) => pair.kind === kind);
  const write = async (kind: Kind) => {
    for (const { before, after } of of(kind)) if (after) await writeItem(target, kind, before, after);
  };
  const remove = async (kind: Kind) => {
    for (const { before, after } of of(kind)) {
      if (before && !after) await removeItem(target, kind, before);
      if (kind === 'categories' && before?.id && after) {
        await removeLocales(target, kind, before.id, before, after);
      }
    }
  };
  await write('settings');
  await remove('settings');
  await write('categories');
  // A category that is used stays, in each language that a tracker needs, so the trackers go first.
  await remove('trackers');
  await write('trackers');
  await remove('categories');
  for (const kind of ['processors', 'legalPages'] as const) {
    await remove(kind);
    await write(kind);
  }
}

const documentsOf = ({ strapi }: Target, kind: Kind) => strapi.documents(KINDS[kind].uid);

async function removeItem(target: Target, kind: Kind, { id }: Item): Promise<void> {
  if (id) await documentsOf(target, kind).delete({ documentId: id, locale: '*' });
}

async function writeItem(target: Target, kind: Kind, before: Item | null, after: Item): Promise<void> {
  if (kind !== 'legalPages') {
    const documentId = await writeVariant(target, kind, before?.id, after, after.id);
    if (kind !== 'categories') await removeLocales(target, kind, documentId, before, after);
    return;
  }
  await writePage(target, before, after);
}

/**
 * First what is published, then what is being written on top of it. A draft that is the same is not written once more:
 * Strapi takes the later of the two for the newer one, and the page for one with changes to publish.
 */
async function writePage(target: Target, before: Item | null, after: Item): Promise<void> {
  const pages = target.strapi.documents(UIDS.legalPage);
  const { published } = after;
  let documentId = before?.id;
  let rest: Variant = after;
  if (published) {
    // Languages that are not published among them: to write one of them afterwards would touch the others.
    const first = { shared: published.shared, locales: { ...after.locales, ...published.locales } };
    documentId = await writeVariant(target, 'legalPages', documentId, first, after.id);
    for (const locale of Object.keys(published.locales)) {
      await pages.publish({ documentId, locale });
    }
    rest = differing(after, first);
  }
  for (const locale of Object.keys(before?.published?.locales ?? {})) {
    if (documentId && !published?.locales[locale]) {
      await pages.unpublish({ documentId, locale });
    }
  }
  if (!documentId || Object.keys(rest.locales).length > 0) {
    documentId = await writeVariant(target, 'legalPages', documentId, rest, after.id);
  }
  await removeLocales(target, 'legalPages', documentId, before, after);
}

/** Those locales of a state that another one does not hold alike. */
function differing({ shared, locales }: Variant, other: Variant): Variant {
  const same = (a: unknown, b: unknown) => contentHash(a) === contentHash(b);
  if (!same(shared, other.shared)) return { shared, locales };
  const left = Object.entries(locales).filter(([locale, own]) => !same(own, other.locales[locale] ?? null));
  return { shared, locales: Object.fromEntries(left) };
}

/** Writes a state in all its locales, the default one first: what locales share is taken from there. */
async function writeVariant(
  target: Target,
  kind: Kind,
  existing: string | undefined,
  { shared, locales }: Variant,
  id: string | undefined,
): Promise<string> {
  const { strapi, defaultLocale } = target;
  const documents = documentsOf(target, kind);
  const ordered = Object.entries(locales).sort(
    ([a], [b]) => Number(b === defaultLocale) - Number(a === defaultLocale),
  );
  let documentId = existing;
  for (const [locale, own] of ordered) {
    const data = { ...(await storedValues(strapi, shared, locale)), ...own };
    if (documentId) await documents.update({ documentId, locale, data });
    else
      documentId = (
        await documents.create({ locale, data: { ...data, ...(await freeId(target, kind, id)) } })
      ).documentId;
  }
  return documentId as string;
}

/** The id of the file where nothing here has it: what visitors decided about a tracker then stays comparable. */
async function freeId(target: Target, kind: Kind, id: string | undefined): Promise<Values> {
  if (!id) return {};
  const taken = await target.strapi.db
    .query(KINDS[kind].uid)
    .findOne({ where: { documentId: id }, select: ['id'] });
  return taken ? {} : { documentId: id };
}

/** As Strapi takes what a configuration names in its own way: a category by its key, a picture by its address. */
async function storedValues(strapi: Core.Strapi, shared: Values, locale: string): Promise<Values> {
  const { poster } = shared;
  const values =
    'poster' in shared ? { ...shared, poster: await pictureId(strapi, poster as Picture | null) } : shared;
  return 'category' in values ? withCategory(strapi, values, locale) : values;
}

/** Strapi links a category within the same locale, where there is such a row. */
async function withCategory(strapi: Core.Strapi, values: Values, locale: string): Promise<Values> {
  const { category: key, ...rest } = values;
  const rows = await strapi.db
    .query(UIDS.category)
    .findMany({ where: { key }, select: ['documentId', 'locale'] });
  const found = rows.find((row) => row.locale === locale || row.locale === null);
  return found ? { ...rest, category: found.documentId } : rest;
}

async function removeLocales(
  target: Target,
  kind: Kind,
  documentId: string,
  before: Item | null,
  after: Item,
): Promise<void> {
  for (const locale of Object.keys(before?.locales ?? {})) {
    if (!after.locales[locale]) await documentsOf(target, kind).delete({ documentId, locale });
  }
}
