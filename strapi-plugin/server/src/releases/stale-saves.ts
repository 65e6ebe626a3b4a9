import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { alone } from '../database/lock';
import { moment } from '../database/moment';
import { columnsOf, type Transaction } from '../database/table';
import { getEvidenceStore } from '../evidence';
import type { AuditEntry, AuditPage } from '../evidence/audit';
import { errors } from '../http/errors';
import { KIND_NAMES, KINDS } from '../transfer/kinds';

const EDITED: readonly string[] = KIND_NAMES.map((kind) => KINDS[kind].uid);

/** So long, in ms, after a save at most its entry comes into the trail. */
const WRITTEN_AFTER = 5000;

/** So long, in ms, an editor waits to hear who it was. */
const PATIENCE = 1000;

/** So many of the last saves are looked at: where there were more since, nobody says that none of them touches the form. */
const LOOKED_AT = 20;

interface UpdateParams {
  documentId?: string;
  locale?: string | null;
}

/** A save of the content manager's form. */
interface FormSave {
  uid: string;
  documentId: string;
  locale: string;
  /** When what the form shows was saved, in milliseconds. */
  seen: number;
}

/**
 * A save in the content manager that is based on an older state is refused: it would take back what somebody else has
 * saved meanwhile. The settings have a page and a check of their own. In register(), before what else stands around a
 * write, so that the lock is free while the trail is read.
 */
export function refuseStaleSaves(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, action, params }, next) => {
    if (action !== 'update' || !EDITED.includes(uid)) return next();
    const { documentId, locale } = params as UpdateParams;
    const seen = seenAt(strapi, uid, documentId);
    if (!documentId || seen === null) return next();
    const form = { uid, documentId, locale: locale ?? (await readLocales(strapi)).default, seen };
    return saveOneAtATime(strapi, form, next);
  });
}

/** Of two that save at once the second one looks when the first has committed, on whichever instance that was. */
async function saveOneAtATime<T>(strapi: Core.Strapi, form: FormSave, save: () => T): Promise<Awaited<T>> {
  for (let known = form.seen; ; ) {
    const done = await alone<{ saved: Awaited<T> } | { now: number }>(strapi, async (trx) => {
      const now = await savedAt(strapi, trx, form);
      return now === null || now === known ? { saved: await save() } : { now };
    });
    if ('saved' in done) return done.saved;
    await refuseTouched(strapi, form, done.now);
    known = done.now;
  }
}

/** Null where the document has no such row. A locking read sees what is committed, whatever the transaction saw before. */
async function savedAt(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, documentId, locale }: FormSave,
): Promise<number | null> {
  const { table, column } = columnsOf(strapi, uid);
  const query = trx(table)
    .select({ locale: column('locale'), updatedAt: column('updatedAt') })
    .where(column('documentId'), documentId)
    .forUpdate();
  const rows: { locale: string | null; updatedAt: unknown }[] = await (hasDrafts(strapi, uid)
    ? query.whereNull(column('publishedAt'))
    : query);
  const row = rows.find((one) => one.locale === locale || one.locale === null);
  return row ? moment(row.updatedAt).getTime() : null;
}

/** @throws {errors.ApplicationError} unless the trail says that every save since was of another language. */
async function refuseTouched(strapi: Core.Strapi, form: FormSave, savedAt: number): Promise<void> {
  const { locale, seen } = form;
  const { entries, next, isWhole } = await savesSince(strapi, form, savedAt);
  const first = entries.at(-1);
  const since = first && first.at.getTime() - seen < WRITTEN_AFTER ? entries.slice(0, -1) : entries;
  // A translation is a row of its own, though it is written with the values that all languages share.
  const unwritable = unwritableFields(strapi, form.uid);
  const touching = since.filter(({ changes }) =>
    changes.some(({ path }) => isInForm(path, locale) && !unwritable.includes(path)),
  );
  if (isWhole && next === null && since.length > 0 && touching.length === 0) return;
  const fields = [...new Set(touching.flatMap(({ changes }) => changes.map(({ path }) => path)))];
  const what = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  throw new errors.ApplicationError(
    `${whoChanged(touching, next !== null)} since you opened it${what}. ` +
      'Nothing was saved: load the page again, then make your change.',
    { fields },
  );
}

/**
 * What the trail says of the document since the form was opened. A save comes into it after its commit, on another
 * instance maybe, so that the last one is waited for.
 */
async function savesSince(
  strapi: Core.Strapi,
  { uid, documentId, seen }: FormSave,
  savedAt: number,
): Promise<AuditPage & { isWhole: boolean }> {
  for (const end = Date.now() + PATIENCE; ; await pause(50)) {
    const page = await getEvidenceStore(strapi).audit.page(
      { uid, subject: documentId, from: new Date(seen) },
      { limit: LOOKED_AT },
    );
    const newest = page.entries[0]?.at.getTime() ?? 0;
    if (newest >= savedAt || Date.now() > end) return { ...page, isWhole: newest >= savedAt };
  }
}

/** Where not all saves were looked at, those that were may be of other languages alone. */
function whoChanged(touching: readonly AuditEntry[], areMore: boolean): string {
  const who = [...new Set(touching.map(({ actor }) => actor.name))].join(', ');
  if (who) return `${who} has changed this`;
  return areMore ? `This was saved more than ${LOOKED_AT} times` : 'Somebody else has changed this';
}

/** Whether a form of this language shows what changed. It shows drafts, whatever is published of them. */
const isInForm = (path: string, locale: string): boolean =>
  !path.startsWith('published.') && (!path.startsWith('locales.') || path.startsWith(`locales.${locale}.`));

/** What no form writes, as it stands in the trail: an officer's word on a processor, say. */
function unwritableFields(strapi: Core.Strapi, uid: string): string[] {
  const { attributes } = strapi.contentTypes[uid as keyof typeof strapi.contentTypes]!;
  return Object.entries(attributes)
    .filter(([, attribute]) => 'writable' in attribute && attribute.writable === false)
    .map(([name]) => `shared.${name}`);
}

const hasDrafts = (strapi: Core.Strapi, uid: string): boolean =>
  Boolean(strapi.contentTypes[uid as keyof typeof strapi.contentTypes]?.options?.draftAndPublish);

/** When what the content manager's form shows was saved, in milliseconds; null where no form is saved. */
function seenAt(strapi: Core.Strapi, uid: string, documentId: string | undefined): number | null {
  const ctx = strapi.requestContext.get();
  const { model, id } = (ctx?.params ?? {}) as { model?: string; id?: string };
  if (model !== uid || id !== documentId) return null;
  const body = (Reflect.get(ctx?.request ?? {}, 'body') ?? {}) as { updatedAt?: unknown };
  const time = typeof body.updatedAt === 'string' ? Date.parse(body.updatedAt) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
