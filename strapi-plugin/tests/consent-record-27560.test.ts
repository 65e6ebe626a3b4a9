import { describe, expect, it } from 'vitest';
import { consentRecord27560 } from '../server/src/evidence/consent-record-27560';

describe('export in the terms of ISO/IEC TS 27560', () => {
  const record = {
    id: 'r1',
    consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    replaces: null,
    decisions: { analytics: true, marketing: false },
    grantedCategories: ['analytics'],
    source: 'banner' as const,
    model: 'opt-in' as const,
    country: 'US',
    region: 'US-CA',
    gpc: false,
    locale: 'en',
    versions: { policyVersion: 'p', categoriesVersion: 'c', trackersVersion: 't', documentsVersion: 'd' },
    snapshot: 'hash',
    presentation: null,
    vouchedBy: null,
    decidedAt: '2026-11-21T10:00:00.000Z',
    expiresAt: '2027-05-21T10:00:00.000Z',
    userAgentFamily: null,
    user: null,
    createdAt: '2026-11-21T10:00:01.000Z',
    quarantine: null,
  };

  it('has a header, the processing, and one event for each purpose', () => {
    const exported = consentRecord27560(record);
    expect(exported.record_header).toEqual({
      schema_version: 'ISO/IEC TS 27560:2023',
      record_id: 'r1',
      pii_principal_id: record.consentId,
    });
    expect(exported.pii_processing).toMatchObject({
      jurisdiction: 'US-CA',
      purposes: ['analytics', 'marketing'],
    });
    expect(exported.consent_events.map(({ purpose, event_state }) => [purpose, event_state])).toEqual([
      ['analytics', 'given'],
      ['marketing', 'refused'],
    ]);
  });

  it('tells what was decided of single services apart from the rest of their purpose', () => {
    const exported = consentRecord27560({ ...record, services: { youtube: true, vimeo: false } });
    expect(exported.pii_processing.purposes).toEqual(['analytics', 'marketing']);
    expect(exported.service_events?.map(({ service, event_state }) => [service, event_state])).toEqual([
      ['youtube', 'given'],
      ['vimeo', 'refused'],
    ]);
    expect(consentRecord27560(record)).not.toHaveProperty('service_events');
  });

  it('names the string that vendors of advertising were told, where there is one', () => {
    expect(consentRecord27560({ ...record, tcString: 'CQ.IF' })).toMatchObject({ tc_string: 'CQ.IF' });
    expect(consentRecord27560(record)).not.toHaveProperty('tc_string');
  });

  it('says on what each purpose rested, also on what nobody decided about', () => {
    const bases = { analytics: 'objection', measuring: 'exempt' } as const;
    const exported = consentRecord27560({
      ...record,
      decisions: { analytics: false, marketing: true },
      bases,
    });
    expect(exported.consent_events.map(({ purpose, lawful_basis }) => [purpose, lawful_basis])).toEqual([
      ['analytics', 'objection'],
      ['marketing', 'consent'],
    ]);
    expect(exported.pii_processing).toMatchObject({ purposes_without_consent: { measuring: 'exempt' } });
    expect(consentRecord27560(record).pii_processing).not.toHaveProperty('purposes_without_consent');
    const [event] = consentRecord27560({ ...record, model: 'opt-out' }).consent_events;
    expect(event?.lawful_basis).toBe('objection');
  });

  it('tells a withdrawal from a refusal, and a default from an act', () => {
    const withdrawal = consentRecord27560({ ...record, source: 'withdraw', decisions: { analytics: false } });
    expect(withdrawal.consent_events[0]).toMatchObject({ event_state: 'withdrawn', event_type: 'expressed' });
    const implied = consentRecord27560({ ...record, source: 'implicit' });
    expect(implied.consent_events[0]).toMatchObject({ event_type: 'inferred' });
  });
});
