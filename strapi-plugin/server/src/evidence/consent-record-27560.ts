import type { ConsentRecord } from './record';

/** Acts of the visitor, as against signals of a browser and defaults. */
const EXPRESSED: readonly string[] = ['banner', 'preferences', 'api', 'withdraw'];

/** What a purpose rests on under each model, unless its record says otherwise. */
const LAWFUL_BASES = { 'opt-in': 'consent', 'opt-out': 'objection', notice: 'none', none: 'none' } as const;

/** The record in the sections of TS 27560: header, PII processing, and the event of each purpose. */
export function consentRecord27560(record: ConsentRecord) {
  const { bases = {} } = record;
  const without = Object.fromEntries(
    Object.entries(bases).filter(([purpose]) => !Object.hasOwn(record.decisions, purpose)),
  );
  return {
    record_header: {
      schema_version: 'ISO/IEC TS 27560:2023',
      record_id: record.id,
      pii_principal_id: record.consentId,
      ...(record.user && { pii_principal_account: record.user }),
      ...(record.quarantine && { quarantined: true }),
      ...(record.replaces && { replaces_pii_principal_id: record.replaces }),
    },
    pii_processing: {
      privacy_notice: {
        snapshot: record.snapshot,
        ...(record.presentation && { presentation: record.presentation }),
        ...record.versions,
      },
      language: record.locale,
      jurisdiction: record.region ?? record.country,
      consent_model: record.model,
      ...(record.vouchedBy && { jurisdiction_vouched_by: record.vouchedBy }),
      collection_method: record.source,
      purposes: Object.keys(record.decisions),
      // What was on without consent and is none of the events, as nobody objected to it.
      ...(Object.keys(without).length > 0 && { purposes_without_consent: without }),
    },
    consent_events: Object.entries(record.decisions).map(([purpose, granted]) => ({
      purpose,
      lawful_basis: Object.hasOwn(bases, purpose) ? bases[purpose] : LAWFUL_BASES[record.model],
      ...eventOf(record, granted),
    })),
    // The decision as vendors of advertising are told it: the string of IAB's Transparency and Consent Framework.
    ...(record.tcString && { tc_string: record.tcString }),
    // What was decided of single services, apart from the rest of their purpose.
    ...(record.services && {
      service_events: Object.entries(record.services).map(([service, granted]) => ({
        service,
        ...eventOf(record, granted),
      })),
    }),
  };
}

function eventOf(record: ConsentRecord, granted: boolean) {
  return {
    event_time: record.decidedAt,
    event_recorded: record.createdAt,
    expiry_time: record.expiresAt,
    event_type: EXPRESSED.includes(record.source) ? 'expressed' : 'inferred',
    event_state: granted ? 'given' : record.source === 'withdraw' ? 'withdrawn' : 'refused',
    ...(record.gpc && { privacy_signal: 'Global Privacy Control' }),
  };
}
