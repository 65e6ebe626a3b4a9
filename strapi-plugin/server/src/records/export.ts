import { Readable } from 'node:stream';
import { consentRecord27560 } from '../evidence/consent-record-27560';
import type { ConsentRecord } from '../evidence/record';
import { csvOf } from '../http/csv';

const named = (decisions: ConsentRecord['decisions'] = {}, granted: boolean) =>
  Object.keys(decisions).filter((key) => decisions[key] === granted);

/** One line per record; lists are separated by spaces, which no category key contains. */
function csvLine(record: ConsentRecord): Record<string, string> {
  const { versions } = record;
  return {
    id: record.id,
    consentId: record.consentId,
    replaces: record.replaces ?? '',
    createdAt: record.createdAt,
    decidedAt: record.decidedAt,
    expiresAt: record.expiresAt,
    source: record.source,
    model: record.model,
    granted: record.grantedCategories.join(' '),
    refused: named(record.decisions, false).join(' '),
    grantedServices: named(record.services, true).join(' '),
    refusedServices: named(record.services, false).join(' '),
    onWithoutConsent: Object.keys(record.bases ?? {}).join(' '),
    tcString: record.tcString ?? '',
    country: record.country ?? '',
    region: record.region ?? '',
    gpc: record.gpc ? '1' : '0',
    locale: record.locale ?? '',
    policyVersion: versions.policyVersion,
    categoriesVersion: versions.categoriesVersion,
    trackersVersion: versions.trackersVersion,
    documentsVersion: versions.documentsVersion,
    snapshot: record.snapshot ?? '',
    presentation: record.presentation ?? '',
    vouchedBy: record.vouchedBy ?? '',
    userAgentFamily: record.userAgentFamily ?? '',
    user: record.user ?? '',
    quarantine: record.quarantine ?? '',
  };
}

/** CSV with a header line. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const asCsv = (records: AsyncIterable<ConsentRecord>): Readable =>
  csvOf(Object.keys(csvLine(EMPTY)), csvLines(records));

async function* csvLines(records: AsyncIterable<ConsentRecord>): AsyncGenerator<Record<string, string>> {
  for await (const record of records) yield csvLine(record);
}

/** JSON in the terms of ISO/IEC TS 27560:2023, one consent record for each decision. */
const asJson = (records: AsyncIterable<ConsentRecord>): Readable =>
  Readable.from(jsonParts(records), { objectMode: false });

async function* jsonParts(records: AsyncIterable<ConsentRecord>): AsyncGenerator<string> {
  yield `{"schema_version":"ISO/IEC TS 27560:2023","consent_records":[`;
  let separator = '\n';
  for await (const record of records) {
    yield separator + JSON.stringify(consentRecord27560(record));
    separator = ',\n';
  }
  yield '\n]}\n';
}

export type ExportFormat = 'csv' | 'json';

/** How records are written in each format. */
export const EXPORT_FORMATS: Record<ExportFormat, (records: AsyncIterable<ConsentRecord>) => Readable> = {
  csv: asCsv,
  json: asJson,
};

/** Their media types. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
};

const EMPTY: ConsentRecord = {
  id: '',
  consentId: '',
  replaces: null,
  decisions: {},
  grantedCategories: [],
  source: 'banner',
  model: 'opt-in',
  country: null,
  region: null,
  gpc: false,
  locale: null,
  versions: { policyVersion: '', categoriesVersion: '', trackersVersion: '', documentsVersion: '' },
  snapshot: null,
  presentation: null,
  vouchedBy: null,
  decidedAt: '',
  expiresAt: '',
  userAgentFamily: null,
  user: null,
  createdAt: '',
  quarantine: null,
};
