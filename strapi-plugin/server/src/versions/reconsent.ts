import type { Core } from '@strapi/strapi';
import { auditAfter, entryOf } from '../audit/trail';
import { documentOf } from '../content/stored-field';
import { createDocumentId } from '../database/document-id';
import { alone } from '../database/lock';
import { getEvidenceStore } from '../evidence';
import { type Administrator, nameOf } from '../http/admin';
import { errors } from '../http/errors';
import { asRelease } from '../releases/release-act';
import { UIDS } from '../uids';
import { RECONSENT_FIELDS } from './reconsent.content-type';
import { getVersionsService } from './service';

export interface Reconsent {
  /** Document id of the administrator, or `system`. */
  askedBy: string;
  reason?: string | undefined;
  now?: Date;
}

/** One entry of the log. */
export interface ReconsentEntry {
  /** ISO 8601. */
  askedAt: string;
  /** The administrator's name, or the id where the account is gone. */
  askedBy: string;
  reason: string | null;
}

/**
 * Makes every decision of every visitor stale (C5), whatever is published: under opt-in nothing optional runs until
 * the visitor has chosen again. Refusals stay refusals, records stay as they are.
 *
 * @throws {errors.ApplicationError} where no change asks again: then nothing would happen.
 */
export async function askEveryoneAgain(
  strapi: Core.Strapi,
  { askedBy, reason, now = new Date() }: Reconsent,
): Promise<void> {
  const { content, forLocale } = await getVersionsService(strapi).published();
  if (forLocale(content.locales.default).reconsent.on.length === 0) {
    throw new errors.ApplicationError(
      'Nobody would be asked: turn on at least one of the changes that ask again, and save.',
    );
  }
  const documentId = createDocumentId();
  const data = { documentId, askedAt: now, askedBy, reason: reason || null };
  await asRelease({ note: reason || null, restores: null }, () =>
    strapi.db.query(UIDS.reconsent).create({ data }),
  );
  const subject = { uid: UIDS.reconsent, id: documentId, title: null, locale: null };
  await auditAfter(strapi, [entryOf(strapi, { action: 'reconsent', subject, reason })]);
  strapi.log.info(`consent: ${askedBy} asked everyone again`);
}

/**
 * In bootstrap(): enters the last asking again that the trail knows of where the log has lost it, as by a start without the
 * plugin, at which Strapi drops its tables, or by a transfer from an environment that never asked. Without it, what was decided before would
 * count again.
 */
export async function restoreAskedAgain(strapi: Core.Strapi): Promise<void> {
  const { audit } = getEvidenceStore(strapi);
  const [last] = (await audit.page({ action: 'reconsent' }, { limit: 1 })).entries;
  const documentId = last?.subject.id;
  if (!last || !documentId) return;
  await alone(strapi, async () => {
    if ((await strapi.db.query(UIDS.reconsent).count({ where: { documentId } })) > 0) return;
    const data = { documentId, askedAt: last.at, askedBy: last.actor.id ?? 'system', reason: last.reason };
    await strapi.db.query(UIDS.reconsent).create({ data });
    strapi.log.warn(
      'consent: the last time when everyone was asked again was lost, and is entered again from the audit trail.',
    );
  });
}

/** How many entries of the log are shown. */
const SHOWN = 20;

/** The log, newest first. */
export async function reconsentLog(strapi: Core.Strapi): Promise<ReconsentEntry[]> {
  const found: Record<string, unknown>[] = await strapi.db
    .query(UIDS.reconsent)
    .findMany({ orderBy: { id: 'desc' }, limit: SHOWN });
  const rows = found.map((row) => documentOf(RECONSENT_FIELDS, row));
  const accounts = (await strapi.db.query('admin::user').findMany({
    where: { documentId: { $in: [...new Set(rows.map(({ askedBy }) => askedBy))] } },
    select: ['documentId', 'firstname', 'lastname', 'username', 'email'],
  })) as Administrator[];
  const names = new Map(accounts.map((account) => [account.documentId, nameOf(account)]));
  return rows.map(({ askedAt, askedBy, reason }) => ({
    askedAt: askedAt.toISOString(),
    askedBy: names.get(askedBy) || askedBy,
    reason,
  }));
}
