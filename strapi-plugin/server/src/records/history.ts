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
