import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { errors } from '../http/errors';
import { UIDS } from '../uids';

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
  locale: string | null;
}

/** Writing the verification is an edit too; it takes less than this many milliseconds. */
const OWN_EDIT = 2000;

/** Nobody has said so yet. */
const UNVERIFIED: Record<string, unknown> = { verified: false, verifiedAt: null, verifiedBy: null };

/** @throws {errors.NotFoundError} where there is no such processor. */
export async function readVerification(strapi: Core.Strapi, documentId: string): Promise<Verification> {
  const rows = await rowsOf(strapi, documentId);
  const row = await mainRow(strapi, rows);
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
  // In a language in which there is a row: an update in any other would create an empty one.
  const { locale } = await mainRow(strapi, await rowsOf(strapi, documentId));
  const said = { verified: true, verifiedAt: new Date().toISOString(), verifiedBy: by };
  const data: Record<string, unknown> = by === null ? UNVERIFIED : said;
  await strapi.documents(UIDS.processor).update({ documentId, data, ...(locale ? { locale } : {}) });
  return readVerification(strapi, documentId);
}

async function rowsOf(strapi: Core.Strapi, documentId: string): Promise<VerifiedRow[]> {
  return (await strapi.db.query(UIDS.processor).findMany({
    where: { documentId },
    select: ['verified', 'verifiedAt', 'verifiedBy', 'updatedAt', 'locale'],
    orderBy: { id: 'asc' },
  })) as VerifiedRow[];
}

/** The row that speaks for the others. */
async function mainRow(strapi: Core.Strapi, rows: readonly VerifiedRow[]): Promise<VerifiedRow> {
  const locales = await readLocales(strapi);
  const row = rows.find(({ locale }) => locale === locales.default) ?? rows[0];
  if (!row) throw noSuchProcessor();
  return row;
}

export const noSuchProcessor = (): Error => new errors.NotFoundError('There is no such processor.');

/** A copy becomes another company or another contract, with which nobody has compared it. */
export function leaveClonesUnverified(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    if (context.uid === UIDS.processor && context.action === 'clone') {
      const params = context.params as { data?: Record<string, unknown> };
      params.data = { ...params.data, ...UNVERIFIED };
    }
    return next();
  });
}
