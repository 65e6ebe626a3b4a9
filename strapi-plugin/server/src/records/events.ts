import type { Core } from '@strapi/strapi';
import { grantedOf, type NewRecord } from '../evidence/record';
import { RECORD_UID } from '../uids';

export const RECORDED = 'consent.recorded';

/** Offers the event in the admin's list of webhooks. */
export function allowRecordedWebhook(strapi: Core.Strapi): void {
  strapi.get('webhookStore').addAllowedEvent('CONSENT_RECORDED', RECORDED);
}

/**
 * Tells webhooks and listeners about a new record, after its commit. User and networks stay out: a webhook's receiver is
 * told of a decision, not of a person. A listener's failure is the listener's.
 */
export function announce(strapi: Core.Strapi, id: string, record: NewRecord): void {
  const {
    user: _user,
    fingerprint: _fingerprint,
    networks: _networks,
    locale: visitorLocale,
    ...told
  } = record;
  const entry = { documentId: id, ...told, visitorLocale, grantedCategories: grantedOf(record.decisions) };
  const payload = { model: 'record', uid: RECORD_UID, entry };
  strapi.eventHub.emit(RECORDED, payload).catch((error: unknown) => {
    strapi.log.warn(`consent: a listener of ${RECORDED} failed: ${String(error)}`);
  });
}
