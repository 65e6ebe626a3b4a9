import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import type { ConsentRecord } from '../evidence/record';
import type { RecordFilter, RecordPage } from '../evidence/store';

/** How many records a user sees (E7). */
const OWN = 50;

/** A user's own records, newest first, at most 50. */
export async function recordsOfUser(
  strapi: Core.Strapi,
  userId: string,
): Promise<Omit<ConsentRecord, 'user' | 'quarantine'>[]> {
  const records = await getEvidenceStore(strapi).ofAccount(userId, OWN);
  return records.map(({ user: _user, quarantine: _quarantine, ...record }) => record);
}

/**
 * Whether a browser of this account has sent Global Privacy Control with a decision that still holds. It is read from the records, so
 * that nothing more is kept of anybody: with the last of them that names the account it ends.
 */
export async function hasSentSignal(strapi: Core.Strapi, userId: string, now: Date): Promise<boolean> {
  for await (const { gpc, expiresAt } of everyRecord(strapi, { user: userId })) {
    if (gpc && Date.parse(expiresAt) > now.getTime()) return true;
  }
  return false;
}

/** All records of a filter, newest first, read a page at a time. */
export async function* everyRecord(
  strapi: Core.Strapi,
  filter: RecordFilter,
  limit = 500,
): AsyncGenerator<ConsentRecord> {
  let after: string | null = null;
  do {
    const page: RecordPage = await getEvidenceStore(strapi).page(filter, { after, limit });
    yield* page.docs;
    after = page.next;
  } while (after !== null);
}
