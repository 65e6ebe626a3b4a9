import type { Core } from '@strapi/strapi';
import { MOST_OPTIONAL, TOO_MANY_OPTIONAL } from '../content/field-checks';
import { readLocales } from '../content/locales';
import type { CategoryRow } from '../content/site-content';
import { alone } from '../database/lock';
import type { Transaction } from '../database/table';
import { isDuplicate } from '../database/write-conflicts';
import { errors } from '../http/errors';
import { invalidValue } from '../http/invalid-input';
import { UIDS } from '../uids';
import { servedKeysOf, whyNotKey } from './category-keys';
import { type NamedTracker, type OwnField, trackersOf, valueTaken, withoutCategory } from './committed';
import { readServiceNames, whyNotName } from './service-names';

interface DeleteParams {
  documentId?: string;
  locale?: string | string[] | null;
}

interface WriteParams {
  data?: { key?: unknown; trackers?: unknown };
}

const WRITES = ['create', 'update', 'clone'];

/**
 * The rules that tie categories and trackers together, on every path of the document service: a tracker belongs
 * to a category, a category in use stays, a key names one category, and one that visitors decided on keeps its key.
 */
export function guardDocuments(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action } = context;
    if (uid === UIDS.category && action === 'delete') {
      return checkedDelete(strapi, next, context.params as DeleteParams);
    }
    if (!WRITES.includes(action)) return next();
    if (uid === UIDS.category) {
      const params = context.params as WriteParams;
      refuseTrackers(params);
      const { documentId } = context.params as { documentId?: string };
      return writtenCategory(strapi, next, params.data?.key, documentId);
    }
    if (uid === UIDS.tracker) {
      return writtenTracker(strapi, next, (context.params as { documentId?: string }).documentId);
    }
    if (uid === UIDS.legalPage) {
      return checkedWrite(strapi, next, (trx, documentId) =>
        oneDocumentPer(strapi, trx, { uid, field: 'slug', documentId }),
      );
    }
    return next();
  });
}

/** Looks at what was written rather than at the many forms in which it can be asked for; a refusal rolls back. */
function checkedWrite<T>(
  strapi: Core.Strapi,
  write: () => T,
  check: (trx: Transaction, documentId: string) => Promise<void>,
): Promise<Awaited<T>> {
  return alone(strapi, async (trx) => {
    const written = await write();
    const documentId = (written as { documentId?: string } | null)?.documentId;
    if (documentId) await check(trx, documentId);
    return written;
  }) as Promise<Awaited<T>>;
}

/** A category in use stays, and a translation of it where a tracker has no other; a refusal rolls back. */
function checkedDelete<T>(
  strapi: Core.Strapi,
  remove: () => T,
  { documentId, locale }: DeleteParams,
): Promise<Awaited<T>> {
  return alone(strapi, async (trx) => {
    const trackers = documentId ? await trackersOf(strapi, trx, documentId) : [];
    if (!documentId || !(await removesTranslationOnly(strapi, documentId, locale))) {
      refuseInUse(trackers);
      return await remove();
    }
    const removed = await remove();
    const ids = trackers.map((tracker) => tracker.documentId);
    refuseInUse(await withoutCategory(strapi, trx, ids));
    return removed;
  }) as Promise<Awaited<T>>;
}

/** What a record can name is counted before and after: where there are too many already, they can still be edited. */
async function writtenCategory<T>(
  strapi: Core.Strapi,
  write: () => T,
  key: unknown,
  existing: string | undefined,
): Promise<Awaited<T>> {
  return alone(strapi, async (trx) => {
    const before = await optionalCategories(strapi);
    const earlier = existing ? await categoryKeysOf(strapi, existing) : [];
    const written = await orTaken(write, key);
    const documentId = (written as { documentId?: string } | null)?.documentId;
    if (!documentId) return written;
    await oneDocumentPer(strapi, trx, { uid: UIDS.category, field: 'key', documentId });
    await sharesNoKey(strapi, UIDS.category, documentId, UIDS.tracker, 'tracker');
    await keepsKey(strapi, documentId, earlier);
    const after = await optionalCategories(strapi);
    if (after > MOST_OPTIONAL && after > before) throw fieldError('key', TOO_MANY_OPTIONAL);
    return written;
  }) as Promise<Awaited<T>>;
}

const categoryKeysOf = async (strapi: Core.Strapi, documentId: string): Promise<string[]> =>
  (await strapi.db.query(UIDS.category).findMany({ where: { documentId }, select: ['key'] })).map(
    ({ key }) => key as string,
  );

/** What visitors decided on a category they decided under its key. */
async function keepsKey(strapi: Core.Strapi, documentId: string, before: readonly string[]): Promise<void> {
  const keys = await categoryKeysOf(strapi, documentId);
  const changed = keys.filter((key) => !before.includes(key));
  if (changed.length === 0) return;
  const served = await servedKeysOf(strapi, documentId);
  for (const key of changed) {
    const reason = whyNotKey(served, key);
    if (reason) throw fieldError('key', reason);
  }
}

/** Strapi keeps a category for each locale; visitors decide by one, so the one that was chosen last is that of all. */
async function writtenTracker<T>(
  strapi: Core.Strapi,
  write: () => T,
  existing: string | undefined,
): Promise<Awaited<T>> {
  return alone(strapi, async (trx) => {
    const before = existing ? await trackerRowsOf(strapi, existing) : [];
    const written = await write();
    const documentId = (written as { documentId?: string } | null)?.documentId;
    if (!documentId) return written;
    await trackerHasCategory(strapi, trx, documentId);
    await oneDocumentPer(strapi, trx, { uid: UIDS.tracker, field: 'key', documentId });
    await sharesNoKey(strapi, UIDS.tracker, documentId, UIDS.category, 'category');
    await keepsName(strapi, documentId, before);
    await shareCategory(strapi, documentId, before);
    return written;
  }) as Promise<Awaited<T>>;
}

interface TrackerRow {
  id: number;
  locale: string | null;
  key: string | null;
  category: { documentId: string } | null;
}

const trackerRowsOf = async (strapi: Core.Strapi, documentId: string): Promise<TrackerRow[]> =>
  (await strapi.db.query(UIDS.tracker).findMany({
    where: { documentId },
    select: ['id', 'locale', 'key'],
    populate: { category: { select: ['documentId'] } },
    orderBy: { id: 'asc' },
  })) as TrackerRow[];

/** What visitors decided on a service they decided under its key. */
async function keepsName(
  strapi: Core.Strapi,
  documentId: string,
  before: readonly TrackerRow[],
): Promise<void> {
  const earlier = before.map(({ key }) => key);
  const keys = (await trackerRowsOf(strapi, documentId)).map(({ key }) => key);
  const changed = keys.filter((key) => !earlier.includes(key));
  if (changed.length === 0) return;
  const names = await readServiceNames(strapi);
  for (const key of changed) {
    const reason = whyNotName(names, { id: documentId, key });
    if (reason) throw fieldError('key', reason);
  }
}

async function shareCategory(
  strapi: Core.Strapi,
  documentId: string,
  before: readonly TrackerRow[],
): Promise<void> {
  const rows = await trackerRowsOf(strapi, documentId);
  const earlier = new Map(before.map(({ id, category }) => [id, category?.documentId]));
  const chosen = rows.find(({ id, category }) => category && category.documentId !== earlier.get(id));
  // A translation that says nothing of a category has that of the others.
  const shared = (chosen ?? rows.find(({ category }) => category))?.category?.documentId;
  const others = rows.filter(({ category }) => !category || (chosen && category.documentId !== shared));
  if (!shared || others.length === 0) return;
  const category = (await strapi.db.query(UIDS.category).findMany({
    where: { documentId: shared },
    select: ['id', 'locale'],
    orderBy: { id: 'asc' },
  })) as { id: number; locale: string | null }[];
  for (const { id, locale } of others) {
    const same = category.find((row) => row.locale === locale) ?? category[0];
    await strapi.db.query(UIDS.tracker).update({ where: { id }, data: { category: same?.id } });
  }
}

async function trackerHasCategory(strapi: Core.Strapi, trx: Transaction, documentId: string): Promise<void> {
  const [tracker] = await withoutCategory(strapi, trx, [documentId]);
  if (!tracker) return;
  throw fieldError(
    'category',
    `The tracker "${tracker.name}" needs a category: visitors decide by category.`,
  );
}

/** `has('videos')` means one thing: a category, or a service. */
async function sharesNoKey(
  strapi: Core.Strapi,
  uid: KeyedUid,
  documentId: string,
  other: KeyedUid,
  called: string,
): Promise<void> {
  const own = await strapi.db.query(uid).findMany({ where: { documentId }, select: ['key'] });
  const keys: string[] = own.flatMap(({ key }) => (key ? [key] : []));
  if (keys.length === 0) return;
  const taken = await strapi.db.query(other).findOne({ where: { key: { $in: keys } }, select: ['key'] });
  if (!taken) return;
  throw fieldError('key', `The key "${taken.key}" is that of a ${called}; choose another one.`);
}

type KeyedUid = typeof UIDS.category | typeof UIDS.tracker;

/** From the category's side a tracker could be taken out and left with none. */
function refuseTrackers({ data }: WriteParams): void {
  if (data?.trackers === undefined) return;
  throw fieldError('trackers', 'Trackers are not assigned here: choose the category at each tracker.');
}

async function oneDocumentPer(strapi: Core.Strapi, trx: Transaction, own: OwnField): Promise<void> {
  const value = await valueTaken(strapi, trx, own);
  if (value !== undefined) throw takenError(own.field, value);
}

/** What the index refuses is said as what the check after the write would say of it. */
async function orTaken<T>(write: () => T, key: unknown): Promise<Awaited<T>> {
  try {
    return await write();
  } catch (error) {
    throw isDuplicate(error) ? takenError('key', String(key)) : error;
  }
}

const takenError = (field: OwnField['field'], value: string): Error =>
  fieldError(field, `The ${field} "${value}" is taken; choose another one.`);

async function optionalCategories(strapi: Core.Strapi): Promise<number> {
  const rows = (await strapi.db
    .query(UIDS.category)
    .findMany({ select: ['documentId', 'required'] })) as Pick<CategoryRow, 'documentId' | 'required'>[];
  return new Set(rows.filter(({ required }) => !required).map(({ documentId }) => documentId)).size;
}

function refuseInUse(trackers: readonly NamedTracker[]): void {
  const names = trackers.map(({ name }) => name);
  if (names.length === 0) return;
  throw new errors.ApplicationError(
    `This category is used by ${names.join(', ')}. Move or delete ${names.length === 1 ? 'this tracker' : 'these trackers'} first.`,
    { trackers: names },
  );
}

async function removesTranslationOnly(
  strapi: Core.Strapi,
  documentId: string,
  locale: DeleteParams['locale'],
): Promise<boolean> {
  const asked = [locale ?? []].flat();
  if (asked.length === 0 || asked.includes('*')) return false;
  if (asked.includes((await readLocales(strapi)).default)) return false;
  const rows = await strapi.db.query(UIDS.category).findMany({ where: { documentId }, select: ['locale'] });
  return rows.some((row) => !asked.includes(row.locale));
}

/** The admin shows it at the field. */
const fieldError = (field: string, sentence: string): Error => invalidValue([field], sentence);
