import type { ConsentDecisions, ConsentModel, ConsentSource, ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { moment } from '../database/moment';
import { columnsOf } from '../database/table';
import { UIDS } from '../uids';

/** A stored record as the plugin's own endpoints show it. Moments are ISO 8601 in UTC. */
export interface ConsentRecord {
  /** Document id. */
  id: string;
  consentId: string;
  replaces: string | null;
  decisions: ConsentDecisions;
  grantedCategories: string[];
  source: ConsentSource;
  model: ConsentModel;
  country: string | null;
  region: string | null;
  gpc: boolean;
  locale: string | null;
  versions: ConsentVersions;
  /** Hash of the snapshot that shows what the visitor saw. */
  snapshot: string | null;
  decidedAt: string;
  expiresAt: string;
  userAgentFamily: string | null;
  /** Document id of the user; `linked` mode only. */
  user: string | null;
  createdAt: string;
}

const ATTRIBUTES = [
  ...(['documentId', 'consentId', 'replaces', 'decisions', 'grantedCategories', 'source', 'model'] as const),
  ...(['country', 'region', 'gpc', 'visitorLocale', 'policyVersion', 'categoriesVersion'] as const),
  ...(['trackersVersion', 'documentsVersion', 'snapshot', 'decidedAt', 'expiresAt'] as const),
  ...(['userAgentFamily', 'user', 'createdAt'] as const),
] as const;

/** A row with the attributes' names, and whatever types the database's driver gives. */
export type RecordRow = { [Name in (typeof ATTRIBUTES)[number]]: unknown } & { rowId: number };

/** What to select, so that the row carries the attributes' names whatever the columns are called. */
export function recordSelection(strapi: Core.Strapi): Record<keyof RecordRow, string> {
  const { table, column } = columnsOf(strapi, UIDS.record);
  const selection = Object.fromEntries(ATTRIBUTES.map((name) => [name, `${table}.${column(name)}`]));
  return { ...selection, rowId: `${table}.id` } as Record<keyof RecordRow, string>;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** PostgreSQL, SQLite and MariaDB give JSON as text, MySQL parsed. */
const json = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;

/** The record of a row. */
export function recordView(row: RecordRow): ConsentRecord {
  return {
    id: String(row.documentId),
    consentId: String(row.consentId),
    replaces: text(row.replaces),
    decisions: json<ConsentDecisions>(row.decisions),
    grantedCategories: json<string[]>(row.grantedCategories),
    source: row.source as ConsentSource,
    model: row.model as ConsentModel,
    country: text(row.country),
    region: text(row.region),
    gpc: Boolean(row.gpc),
    locale: text(row.visitorLocale),
    versions: {
      policyVersion: String(row.policyVersion),
      categoriesVersion: String(row.categoriesVersion),
      trackersVersion: String(row.trackersVersion),
      documentsVersion: String(row.documentsVersion),
    },
    snapshot: text(row.snapshot),
    decidedAt: moment(row.decidedAt).toISOString(),
    expiresAt: moment(row.expiresAt).toISOString(),
    userAgentFamily: text(row.userAgentFamily),
    user: text(row.user),
    createdAt: moment(row.createdAt).toISOString(),
  };
}
