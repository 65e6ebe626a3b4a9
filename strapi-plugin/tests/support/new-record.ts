import { randomBytes, randomUUID } from 'node:crypto';
import type { NewRecord } from '../../server/src/evidence/record';

const YEAR = 365 * 86_400_000;

/** A record with a fingerprint of its own, decided when it is stored: now, unless the changes say when. */
export function newRecord(changes: Partial<NewRecord> = {}): NewRecord {
  const createdAt = changes.createdAt ?? new Date();
  return {
    consentId: randomUUID(),
    replaces: null,
    decisions: { analytics: true, marketing: false },
    source: 'banner',
    model: 'opt-in',
    country: 'DE',
    region: null,
    gpc: false,
    locale: 'en',
    policyVersion: '00000000',
    categoriesVersion: '00000000',
    trackersVersion: '00000000',
    documentsVersion: '00000000',
    snapshot: null,
    presentation: null,
    vouchedBy: null,
    decidedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + YEAR),
    userAgentFamily: null,
    device: 'desktop',
    user: null,
    fingerprint: randomBytes(32).toString('hex'),
    networks: [],
    createdAt,
    ...changes,
  };
}
