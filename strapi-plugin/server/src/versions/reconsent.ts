import type { Core } from '@strapi/strapi';
import { auditAfter, entryOf } from '../audit/trail';
import { LAST_ASKED } from '../content/site-content';
import { documentOf } from '../content/stored-field';
import { createDocumentId } from '../database/document-id';
import { alone } from '../database/lock';
import { getEvidenceStore } from '../evidence';
import { SYSTEM } from '../evidence/audit';
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
 * In bootstrap(): brings the log and the audit trail to say the same of the last asking again. A process may have ended between the
 * one and the other.
 */
export async function keepAskedAgain(strapi: Core.Strapi): Promise<void> {
  await enterInTrail(strapi);
  await restoreAskedAgain(strapi);
}

async function enterInTrail(strapi: Core.Strapi): Promise<void> {
  const { audit } = getEvidenceStore(strapi);
  const [row]: Record<string, unknown>[] = await strapi.db
    .query(UIDS.reconsent)
    .findMany({ orderBy: LAST_ASKED, limit: 1 });
  if (!row) return;
  const subject = { uid: UIDS.reconsent, id: String(row.documentId), title: null, locale: null };
  const known = await audit.page({ action: 'reconsent', subject: subject.id }, { limit: 1 });
  if (known.entries.length > 0) return;
  const { askedAt, askedBy, reason } = documentOf(RECONSENT_FIELDS, row);
  const actor = askedBy === 'system' ? SYSTEM : ({ kind: 'admin', id: askedBy, name: askedBy } as const);
  await audit.add([{ action: 'reconsent', subject, changes: [], reason, at: askedAt, actor }]);
}

/**
 * Enters the last asking again that the trail knows of where the log has lost it: by a start without the plugin, at which Strapi drops its
 * tables, or by a transfer that has put another log in its place. Else what was decided before would count once more.
 */
export async function restoreAskedAgain(strapi: Core.Strapi): Promise<void> {
  const { entries } = await getEvidenceStore(strapi).audit.page({ action: 'reconsent' }, { limit: 1 });
  const [last] = entries;
  const documentId = last?.subject.id;
  if (!last || !documentId) return;
  const log = () => strapi.db.query(UIDS.reconsent);
  await alone(strapi, async () => {
    if ((await log().count({ where: { documentId } })) > 0) return;
    const data = { documentId, askedAt: last.at, askedBy: last.actor.id ?? 'system', reason: last.reason };
    await log().create({ data });
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
    .findMany({ orderBy: LAST_ASKED, limit: SHOWN });
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
