import type { ConsentDecisions, ConsentModel, ConsentSource } from '@permesso/consent-core';
import { type ConsentRecord, grantedOf, type NewRecord } from '../record';
import { momentOf } from '../record-id';

/** A record as its row has it. When it was stored stands in its id. */
export interface RecordRow {
  id: string;
  /** The id that it had among Strapi's content types. */
  former_id: string | null;
  consent_id: string;
  replaces: string | null;
  /** Of categories and services, what categories rest on, and what vendors were told, as `textOfDecisions` writes them. */
  decisions: string;
  source: string;
  model: string;
  country: string | null;
  region: string | null;
  gpc: boolean | number;
  locale: string | null;
  policy_version: string;
  categories_version: string;
  trackers_version: string;
  documents_version: string;
  snapshot: string | null;
  presentation: string | null;
  vouched_by: string | null;
  /** Milliseconds; PostgreSQL gives whole numbers of 64 bits as text. */
  decided_at: number | string;
  expires_at: number | string;
  user_agent_family: string | null;
  account: string | null;
  /** Id of the quarantine that has set it apart. */
  quarantine: string | null;
}

export const rowOf = (id: string, record: NewRecord, formerId: string | null = null): RecordRow => ({
  id,
  former_id: formerId,
  consent_id: record.consentId,
  replaces: record.replaces,
  decisions: textOfDecisions(record),
  source: record.source,
  model: record.model,
  country: record.country,
  region: record.region,
  gpc: record.gpc,
  locale: record.locale,
  policy_version: record.policyVersion,
  categories_version: record.categoriesVersion,
  trackers_version: record.trackersVersion,
  documents_version: record.documentsVersion,
  snapshot: record.snapshot,
  presentation: record.presentation,
  vouched_by: record.vouchedBy,
  decided_at: record.decidedAt.getTime(),
  expires_at: record.expiresAt.getTime(),
  user_agent_family: record.userAgentFamily,
  account: record.user,
  quarantine: null,
});

type Decided = Pick<NewRecord, 'decisions' | 'services' | 'bases' | 'tcString'>;

/** Before the names of services, and before the keys of categories where it is said what these rest on. */
const SERVICE = '.';
const BASIS = '=';
/** Where the consent string stands. */
const TC_STRING = '#tcString';

/** All of it stands in one text with the decisions about categories: no key of one begins with what is before the others. */
export const textOfDecisions = ({ decisions, services = {}, bases = {}, tcString }: Decided): string => {
  const marked = (mark: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [mark + name, value]));
  const all = { ...decisions, ...marked(SERVICE, services), ...marked(BASIS, bases), [TC_STRING]: tcString };
  return JSON.stringify(all);
};

export function decisionsOfText(text: string): Decided {
  const all = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const after = (mark: string) =>
    all.filter(([key]) => key.startsWith(mark)).map(([key, value]) => [key.slice(mark.length), value]);
  const [services, bases] = [after(SERVICE), after(BASIS)];
  const tcString = all.find(([key]) => key === TC_STRING)?.[1];
  return {
    decisions: Object.fromEntries(
      all.filter(([key]) => !key.startsWith(SERVICE) && !key.startsWith(BASIS) && key !== TC_STRING),
    ) as ConsentDecisions,
    ...(services.length > 0 && { services: Object.fromEntries(services) }),
    ...(bases.length > 0 && { bases: Object.fromEntries(bases) }),
    ...(typeof tcString === 'string' && { tcString }),
  };
}

const iso = (milliseconds: number | string): string => new Date(Number(milliseconds)).toISOString();

export function recordOfRow(row: RecordRow): ConsentRecord {
  const { decisions, services, bases, tcString } = decisionsOfText(row.decisions);
  return {
    id: row.id,
    consentId: row.consent_id,
    replaces: row.replaces,
    decisions,
    grantedCategories: grantedOf(decisions),
    ...(services && { services }),
    ...(bases && { bases }),
    ...(tcString !== undefined && { tcString }),
    source: row.source as ConsentSource,
    model: row.model as ConsentModel,
    country: row.country,
    region: row.region,
    gpc: Boolean(row.gpc),
    locale: row.locale,
    versions: {
      policyVersion: row.policy_version,
      categoriesVersion: row.categories_version,
      trackersVersion: row.trackers_version,
      documentsVersion: row.documents_version,
    },
    snapshot: row.snapshot,
    presentation: row.presentation,
    vouchedBy: row.vouched_by === 'site' ? 'site' : null,
    decidedAt: iso(row.decided_at),
    expiresAt: iso(row.expires_at),
    userAgentFamily: row.user_agent_family,
    user: row.account,
    createdAt: momentOf(row.id).toISOString(),
    quarantine: row.quarantine,
  };
}

/** How a decision stands in the text of all of them: keys hold neither quotes nor backslashes. */
export const choiceInText = (key: string, granted: boolean): string => `${JSON.stringify(key)}:${granted}`;
