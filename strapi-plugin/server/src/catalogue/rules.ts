import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { UIDS } from '../schema';
import { readLocales } from '../versions/content';

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
    const params = context.params as DeleteParams;
    if (uid === UIDS.category && action === 'delete') await refuseCategoryInUse(strapi, params);
    if (uid === UIDS.category && WRITES.includes(action)) {
      refuseTrackers(context.params as WriteParams);
      return checkedWrite(strapi, next, (documentId) =>
        oneDocumentPer(strapi, UIDS.category, 'key', documentId),
      );
    }
    if (uid === UIDS.tracker && WRITES.includes(action)) {
      return checkedWrite(strapi, next, (documentId) => trackerHasCategory(strapi, documentId));
    }
    if (uid === UIDS.legalPage && WRITES.includes(action)) {
      return checkedWrite(strapi, next, (documentId) =>
        oneDocumentPer(strapi, UIDS.legalPage, 'slug', documentId),
      );
    }
    return next();
  });
}

/** Looks at what was written rather than at the many forms in which it can be asked for; a refusal rolls back. */
async function checkedWrite<T>(
  strapi: Core.Strapi,
  write: () => T,
  check: (documentId: string) => Promise<void>,
): Promise<Awaited<T>> {
  return (await strapi.db.transaction(async () => {
    const written = await write();
    const documentId = (written as { documentId?: string } | null)?.documentId;
    if (documentId) await check(documentId);
    return written;
  })) as Awaited<T>;
}

async function trackerHasCategory(strapi: Core.Strapi, documentId: string): Promise<void> {
  const rows = await strapi.db
    .query(UIDS.tracker)
    .findMany({ where: { documentId }, populate: { category: { select: ['key'] } } });
  const locales = await readLocales(strapi);
  const shared = rows.find(({ locale }) => locale === locales.default) ?? rows[0];
  if (shared && !shared.category) {
    throw fieldError(
      'category',
      `The tracker "${shared.name}" needs a category: visitors decide by category.`,
    );
  }
}

/** From the category's side a tracker could be taken out and left with none. */
function refuseTrackers({ data }: WriteParams): void {
  if (data?.trackers === undefined) return;
  throw fieldError('trackers', 'Trackers are not assigned here: choose the category at each tracker.');
}

async function oneDocumentPer(
  strapi: Core.Strapi,
  uid: typeof UIDS.category | typeof UIDS.legalPage,
  field: 'key' | 'slug',
  documentId: string,
): Promise<void> {
  const query = strapi.db.query(uid);
  const [own] = await query.findMany({ where: { documentId }, select: [field], limit: 1 });
  const value: unknown = own?.[field];
  const other = await query.findOne({
    where: { [field]: value, documentId: { $ne: documentId } },
    select: ['id'],
  });
  if (other) throw fieldError(field, `The ${field} "${value}" is taken; choose another one.`);
}

async function refuseCategoryInUse(strapi: Core.Strapi, { documentId, locale }: DeleteParams): Promise<void> {
  if (!documentId || (await removesTranslationOnly(strapi, documentId, locale))) return;
  const trackers = await strapi.db.query(UIDS.tracker).findMany({
    where: { category: { documentId } },
    select: ['name', 'documentId'],
    orderBy: { name: 'asc' },
  });
  const names = [...new Map(trackers.map((one) => [one.documentId, one.name as string])).values()];
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
