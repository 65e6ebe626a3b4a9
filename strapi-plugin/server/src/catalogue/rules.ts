import type { Core } from '@strapi/strapi';
import { alone } from '../database/lock';
import { errors } from '../http/errors';
import type { Transaction } from '../records/table';
import { UIDS } from '../schema';
import { readLocales } from '../versions/content';
import { type NamedTracker, type OwnField, trackersOf, valueTaken, withoutCategory } from './committed';

interface DeleteParams {
  documentId?: string;
  locale?: string | string[] | null;
}

interface WriteParams {
  data?: { trackers?: unknown };
}

const WRITES = ['create', 'update', 'clone'];

/**
 * The rules that tie categories and trackers together, on every path of the document service: a tracker belongs
 * to a category, a category in use stays, a key names one category.
 */
export function guardDocuments(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action } = context;
    if (uid === UIDS.category && action === 'delete') {
      return checkedDelete(strapi, next, context.params as DeleteParams);
    }
    if (!WRITES.includes(action)) return next();
    if (uid === UIDS.category) {
      refuseTrackers(context.params as WriteParams);
      return checkedWrite(strapi, next, (trx, documentId) =>
        oneDocumentPer(strapi, trx, { uid, field: 'key', documentId }),
      );
    }
    if (uid === UIDS.tracker) {
      return checkedWrite(strapi, next, (trx, documentId) => trackerHasCategory(strapi, trx, documentId));
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

async function trackerHasCategory(strapi: Core.Strapi, trx: Transaction, documentId: string): Promise<void> {
  const [tracker] = await withoutCategory(strapi, trx, [documentId]);
  if (!tracker) return;
  throw fieldError(
    'category',
    `The tracker "${tracker.name}" needs a category: visitors decide by category.`,
  );
}

/** From the category's side a tracker could be taken out and left with none. */
function refuseTrackers({ data }: WriteParams): void {
  if (data?.trackers === undefined) return;
  throw fieldError('trackers', 'Trackers are not assigned here: choose the category at each tracker.');
}

async function oneDocumentPer(strapi: Core.Strapi, trx: Transaction, own: OwnField): Promise<void> {
  const value = await valueTaken(strapi, trx, own);
  if (value === undefined) return;
  throw fieldError(own.field, `The ${own.field} "${value}" is taken; choose another one.`);
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

/** Strapi's shape of a validation error, so that the admin shows it at the field. */
function fieldError(field: string, message: string): Error {
  return new errors.ValidationError(message, {
    errors: [{ path: [field], message, name: 'ValidationError' }],
  });
}
