import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import type { ErasureSubject } from '../evidence/store';

export type Erasure = ErasureSubject & {
  /** Document id of the administrator, or `system`. */
  erasedBy: string;
  /** The administrator's name, as the audit trail shows it. */
  erasedByName?: string;
  now?: Date;
};

/**
 * Deletes every record of one consent id or account (GDPR 17) and logs that it was done. A record of a later id that names
 * it in `replaces` is that id's evidence and stays as it is. Daily counts hold no ids.
 *
 * @throws {HeldError} where a legal hold keeps one of them; nothing was deleted then.
 */
export async function eraseConsent(
  strapi: Core.Strapi,
  { erasedBy, erasedByName, now = new Date(), ...whose }: Erasure,
): Promise<{ deleted: number }> {
  const subject = 'account' in whose ? whose : { consentId: whose.consentId.toLowerCase() };
  const named = erasedByName ? { actorName: erasedByName } : {};
  const deleted = await getEvidenceStore(strapi).erase({ ...subject, actor: erasedBy, ...named, at: now });
  const of = 'account' in subject ? 'account' : 'consent id';
  strapi.log.info(`consent: ${erasedBy} erased ${deleted} records of one ${of}`);
  return { deleted };
}
