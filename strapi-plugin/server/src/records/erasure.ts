import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';

export interface Erasure {
  consentId: string;
  /** Document id of the administrator, or `system`. */
  erasedBy: string;
  /** The administrator's name, as the audit trail shows it. */
  erasedByName?: string;
  now?: Date;
}

/**
 * Deletes every record of one consent id (GDPR 17) and logs that it was done. A record of a later id that names it in
 * `replaces` is that id's evidence and stays as it is. Daily counts hold no ids.
 */
export async function eraseConsent(
  strapi: Core.Strapi,
  { consentId, erasedBy, erasedByName, now = new Date() }: Erasure,
): Promise<{ deleted: number }> {
  const named = erasedByName ? { actorName: erasedByName } : {};
  const erasure = { consentId: consentId.toLowerCase(), actor: erasedBy, ...named, at: now };
  const deleted = await getEvidenceStore(strapi).erase(erasure);
  strapi.log.info(`consent: ${erasedBy} erased ${deleted} records of one consent id`);
  return { deleted };
}
