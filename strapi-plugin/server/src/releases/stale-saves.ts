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

export const isEdited = (uid: string): boolean => EDITED.includes(uid);

/** So long, in ms, after a save at most its entry comes into the trail. */
const WRITTEN_AFTER = 5000;

/** So long, in ms, an editor waits to hear who it was. */
const PATIENCE = 1000;

/** So many of the last saves are looked at: where there were more since, nobody says that none of them touches the form. */
const LOOKED_AT = 20;

interface WriteParams {
  documentId?: string;
  locale?: string | null;
}

/** When a state was saved, in milliseconds; null where the document is not in that language. */
type SavedAt = number | null;

/** What takes the place of a state, or brings it to visitors, and what was not done where it is refused. */
const ACTS = {
  update: 'saved',
  publish: 'published',
  // Of what is unpublished, too, where it takes the place of its draft.
  discardDraft: 'discarded',
} as const;

type Act = keyof typeof ACTS;

const isAct = (action: string): action is Act => Object.hasOwn(ACTS, action);

/** A save of the content manager's form, which publishing and discarding may be, too. */
interface FormSave {
  act: Act;
  uid: string;
  documentId: string;
  locale: string;
  /** The state that the form shows. */
  seen: SavedAt;
}

/**
 * What is saved, published or discarded in the content manager is refused where it is based on an older state: it would take
 * back, or bring to visitors, what somebody else has saved meanwhile. The settings have a page and a check of their own. In
 * register(), before what else stands around a write, so that a save leaves the lock free while the trail is read.
 */
export function refuseStaleSaves(strapi: Core.Strapi): void {
  // Who publishes saves first, where they may; then what they publish is what they have saved.
  const judged = new WeakSet<object>();
  strapi.documents.use(async ({ uid, action, params }, next) => {
    if (!isAct(action) || !isEdited(uid)) return next();
    const { documentId, locale } = params as WriteParams;
    const request = strapi.requestContext.get();
    const seen = seenIn(request, uid, documentId);
    if (!request || !documentId || seen === undefined || judged.has(request)) return next();
    judged.add(request);
    const form = {
      act: action,
      uid,
      documentId,
      locale: locale ?? (await readLocales(strapi)).default,
      seen,
    };
    return saveOneAtATime(strapi, form, next);
  });
}

/**
 * Of two that save at once the second one looks when the first has committed, on whichever instance that was. A save is
 * begun once: what stands around a write would not stand around it again.
 */
async function saveOneAtATime<T>(strapi: Core.Strapi, form: FormSave, save: () => T): Promise<Awaited<T>> {
  for (let known = form.seen; ; ) {
    const done = await alone<{ saved: Awaited<T> } | { now: SavedAt }>(strapi, async (trx) => {
      const now = await savedAt(strapi, trx, form);
      return now === known ? { saved: await save() } : { now };
    });
    if ('saved' in done) return done.saved;
    await refuseTouched(strapi, form, done.now);
    known = done.now;
  }
}

/** A locking read sees what is committed, whatever the transaction saw before. */
async function savedAt(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, documentId, locale }: FormSave,
): Promise<SavedAt> {
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

/**
 * @throws {errors.ApplicationError} unless the trail says that every save since was of another language. A translation
 * that was not there, or is there no longer, is another one in any case.
 */
async function refuseTouched(strapi: Core.Strapi, form: FormSave, now: SavedAt): Promise<void> {
  const { locale, seen } = form;
  const { entries, next, isWhole } = await savesSince(strapi, form, now);
  const first = entries.at(-1);
  const since = first && isOfSeen(first, seen, now) ? entries.slice(0, -1) : entries;
  // A translation is a row of its own, though it is written with the values that all languages share.
  const unwritable = unwritableFields(strapi, form.uid);
  const touching = since.filter(({ changes }) =>
    changes.some(({ path }) => isInForm(path, locale) && !unwritable.includes(path)),
  );
  const isSame = seen !== null && now !== null;
  if (isSame && isWhole && next === null && since.length > 0 && touching.length === 0) return;
  const fields = [...new Set(touching.flatMap(({ changes }) => changes.map(({ path }) => path)))];
  const names = [...new Set(fields.map((path) => path.split('.').at(-1)))];
  const what = names.length > 0 ? ` (${names.join(', ')})` : '';
  throw new errors.ApplicationError(
    `${whoChanged(touching, next !== null)} since you opened it${what}. Nothing was ${ACTS[form.act]}: look at what is new first.`,
    { fields },
  );
}

/** Whether an entry is that of the save which the form shows: none that came with a later save. */
function isOfSeen({ at }: AuditEntry, seen: SavedAt, now: SavedAt): boolean {
  if (seen === null || at.getTime() - seen >= WRITTEN_AFTER) return false;
  return now === null || at.getTime() < now;
}

/**
 * What the trail says of the document since the form was opened. A save comes into it after its commit, on another
 * instance maybe, so that the last one is waited for. Whoever publishes holds the lock meanwhile, and a connection, for
 * which the trail may have to wait: nobody waits longer than their patience.
 */
async function savesSince(
  strapi: Core.Strapi,
  { uid, documentId, seen }: FormSave,
  now: SavedAt,
): Promise<AuditPage & { isWhole: boolean }> {
  const [from, until] = [seen ?? now, now ?? seen] as [number, number];
  const filter = { uid, subject: documentId, from: new Date(from) };
  const end = Date.now() + PATIENCE;
  let page: AuditPage = { entries: [], next: null };
  for (let left = PATIENCE; left > 0; left = end - Date.now()) {
    const read = getEvidenceStore(strapi).audit.page(filter, { limit: LOOKED_AT });
    page = (await Promise.race([read, pause(left, null, { ref: false })])) ?? page;
    const newest = page.entries[0]?.at.getTime() ?? 0;
    if (newest >= until) return { ...page, isWhole: true };
    await pause(50);
  }
  return { ...page, isWhole: false };
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

/** Which state the content manager's form says that it shows; undefined where no form is saved. */
function seenIn(
  request: ReturnType<Core.Strapi['requestContext']['get']>,
  uid: string,
  documentId: string | undefined,
): SavedAt | undefined {
  const { model, id } = (request?.params ?? {}) as { model?: string; id?: string };
  if (model !== uid || id !== documentId) return undefined;
  const { updatedAt } = (Reflect.get(request?.request ?? {}, 'body') ?? {}) as { updatedAt?: unknown };
  if (updatedAt === null) return null;
  const time = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
