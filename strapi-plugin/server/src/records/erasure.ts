import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { createDocumentId } from '../database/document-id';
import { columnsOf } from '../database/table';
import { retryingConflicts } from '../database/write-conflicts';
import { UIDS } from '../uids';

export interface Erasure {
  consentId: string;
  /** Document id of the administrator, or `system`. */
  erasedBy: string;
  now?: Date;
}

/** How the log names a consent id that is gone. */
export function erasedIdHash(consentId: string): string {
  return createHash('sha256').update(consentId.toLowerCase()).digest('hex');
}

/**
 * Deletes every record of one consent id (GDPR 17) and logs that it was done, in one transaction. A record of a
 * later id that names it in `replaces` is that id's evidence and stays as it is. Daily counts hold no ids.
 */
export async function eraseConsent(
  strapi: Core.Strapi,
  { consentId, erasedBy, now = new Date() }: Erasure,
): Promise<{ deleted: number }> {
  const records = columnsOf(strapi, UIDS.record);
  const log = columnsOf(strapi, UIDS.erasure);
  const id = consentId.toLowerCase();
  const deleted = await retryingConflicts(() =>
    strapi.db.connection.transaction(async (trx) => {
      const gone: number = await trx(records.table).where(records.column('consentId'), id).delete();
      await trx(log.table).insert({
        [log.column('documentId')]: createDocumentId(),
        [log.column('consentIdHash')]: erasedIdHash(id),
        [log.column('deleted')]: gone,
        [log.column('erasedBy')]: erasedBy,
        [log.column('erasedAt')]: now,
        [log.column('createdAt')]: now,
        [log.column('updatedAt')]: now,
        [log.column('publishedAt')]: now,
      });
      return gone;
    }),
  );
  strapi.log.info(`consent: ${erasedBy} erased ${deleted} records of one consent id`);
  return { deleted };
}
