import { createHash } from 'node:crypto';

/** How the log and the trail name a consent id, which may be gone: who holds the id finds the entry, and nobody else. */
export const consentIdHash = (consentId: string): string =>
  createHash('sha256').update(consentId.toLowerCase()).digest('hex');
