import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { moment } from '../database/moment';
import { getEvidenceStore } from '../evidence';
import type { AuditEntry } from '../evidence/audit';
import { errors } from '../http/errors';
import { KIND_NAMES, KINDS } from '../transfer/kinds';
import { isManual } from './served-release';

const EDITED: readonly string[] = KIND_NAMES.map((kind) => KINDS[kind].uid);

/** So long, in ms, after a save at most its entry comes into the trail. */
const WRITTEN_AFTER = 5000;

/** So many of the last saves are looked at: where there were more since, nobody says that none of them touches the form. */
const LOOKED_AT = 20;

interface UpdateParams {
  documentId?: string;
  locale?: string | null;
}

/**
 * Where several people prepare a release together, a save in the content manager that is based on an older state is
 * refused: it would take back what somebody else has saved meanwhile. The settings have a page and a check of their own.
 * In register().
 */
export function refuseStaleSaves(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, action, params }, next) => {
    if (action === 'update' && EDITED.includes(uid) && isManual(strapi)) {
      await refuseStale(strapi, uid, params as UpdateParams);
    }
    return next();
  });
}

async function refuseStale(
  strapi: Core.Strapi,
  uid: string,
  { documentId, locale: asked }: UpdateParams,
): Promise<void> {
  const seen = seenAt(strapi, uid, documentId);
  if (!documentId || seen === null) return;
  const locale = asked ?? (await readLocales(strapi)).default;
  const where = { documentId, ...onlyDrafts(strapi, uid) };
  const rows: { locale: string | null; updatedAt: unknown }[] = await strapi.db
    .query(uid)
    .findMany({ where, select: ['locale', 'updatedAt'] });
  const row = rows.find((one) => one.locale === locale || one.locale === null);
  if (!row || moment(row.updatedAt).getTime() <= seen) return;
  const { entries, next } = await getEvidenceStore(strapi).audit.page(
    { uid, subject: documentId, from: new Date(seen) },
    { limit: LOOKED_AT },
  );
  const first = entries.at(-1);
  const since = first && first.at.getTime() - seen < WRITTEN_AFTER ? entries.slice(0, -1) : entries;
  // A translation is a row of its own, though it is written with the values that all languages share.
  const touching = since.filter((entry) => touches(entry, locale));
  if (next === null && since.length > 0 && touching.length === 0) return;
  const fields = [...new Set(touching.flatMap(({ changes }) => changes.map(({ path }) => path)))];
  const what = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  throw new errors.ApplicationError(
    `${whoChanged(touching, next !== null)} since you opened it${what}. ` +
      'Nothing was saved: load the page again, then make your change.',
    { fields },
  );
}

/** Where not all saves were looked at, those that were may be of other languages alone. */
function whoChanged(touching: readonly AuditEntry[], areMore: boolean): string {
  const who = [...new Set(touching.map(({ actor }) => actor.name))].join(', ');
  if (who) return `${who} has changed this`;
  return areMore ? `This was saved more than ${LOOKED_AT} times` : 'Somebody else has changed this';
}

const touches = ({ changes }: AuditEntry, locale: string): boolean =>
  changes.some(({ path }) => !/^(published\.)?locales\./.test(path) || path.includes(`locales.${locale}.`));

const onlyDrafts = (strapi: Core.Strapi, uid: string): object =>
  strapi.contentTypes[uid as keyof typeof strapi.contentTypes]?.options?.draftAndPublish
    ? { publishedAt: null }
    : {};

/** When what the content manager's form shows was saved, in milliseconds; null where no form is saved. */
function seenAt(strapi: Core.Strapi, uid: string, documentId: string | undefined): number | null {
  const ctx = strapi.requestContext.get();
  const { model, id } = (ctx?.params ?? {}) as { model?: string; id?: string };
  if (model !== uid || id !== documentId) return null;
  const body = (Reflect.get(ctx?.request ?? {}, 'body') ?? {}) as { updatedAt?: unknown };
  const time = typeof body.updatedAt === 'string' ? Date.parse(body.updatedAt) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
