import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { UIDS } from '../schema';
import { readLocales } from '../versions/content';

/** Whether somebody has compared an entry of the register with its contract. */
export interface Verification {
  verified: boolean;
  /** ISO 8601; null where it was never said, or came with a seed. */
  at: string | null;
  by: string | null;
  /** The entry was edited after that. */
  changedSince: boolean;
}

interface VerifiedRow {
  verified: boolean | null;
  verifiedAt: string | Date | null;
  verifiedBy: string | null;
  updatedAt: string | Date;
}

/** Writing the verification is an edit too; it takes less than this many milliseconds. */
const OWN_EDIT = 2000;

/** @throws {errors.NotFoundError} where there is no such processor. */
export async function readVerification(strapi: Core.Strapi, documentId: string): Promise<Verification> {
  const locales = await readLocales(strapi);
  const rows = (await strapi.db.query(UIDS.processor).findMany({
    where: { documentId },
    select: ['verified', 'verifiedAt', 'verifiedBy', 'updatedAt', 'locale'],
    orderBy: { id: 'asc' },
  })) as (VerifiedRow & { locale: string | null })[];
  const row = rows.find(({ locale }) => locale === locales.default) ?? rows[0];
  if (!row) throw new errors.NotFoundError('There is no such processor.');
  const at = row.verified && row.verifiedAt ? new Date(row.verifiedAt) : null;
  const edited = Math.max(...rows.map(({ updatedAt }) => new Date(updatedAt).getTime()));
  return {
    verified: row.verified ?? false,
    at: at?.toISOString() ?? null,
    by: row.verified ? row.verifiedBy : null,
    changedSince: at !== null && edited - at.getTime() > OWN_EDIT,
  };
}

/**
 * Says in somebody's name that the entry agrees with its contract, or takes that back.
 *
 * @param by name of the administrator; null to take it back.
 */
export async function setVerification(
  strapi: Core.Strapi,
  documentId: string,
  by: string | null,
): Promise<Verification> {
  await readVerification(strapi, documentId);
  const { default: locale } = await readLocales(strapi);
  const data: Record<string, unknown> = {
    verified: by !== null,
    verifiedAt: by === null ? null : new Date().toISOString(),
    verifiedBy: by,
  };
  await strapi.documents(UIDS.processor).update({ documentId, locale, data });
  return readVerification(strapi, documentId);
}
