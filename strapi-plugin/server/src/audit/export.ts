import type { Readable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import type { AuditChange, AuditEntry, AuditFilter, AuditPage } from '../evidence/audit';
import { csvOf } from '../http/csv';

const COLUMNS = [
  ...['id', 'at', 'action', 'actorKind', 'actorId', 'actor', 'type', 'subject', 'title', 'locale', 'reason'],
  ...['field', 'before', 'after'],
];

/** CSV with a header line, and a line for each value that an entry has changed; one where it changed none. */
export const trailAsCsv = (strapi: Core.Strapi, filter: AuditFilter, onWritten: () => void): Readable =>
  csvOf(COLUMNS, csvLines(strapi, filter, onWritten));

async function* csvLines(
  strapi: Core.Strapi,
  filter: AuditFilter,
  onWritten: () => void,
): AsyncGenerator<Record<string, string>> {
  let after: string | null = null;
  do {
    const page: AuditPage = await getEvidenceStore(strapi).audit.page(filter, { after, limit: 100 });
    for (const entry of page.entries) {
      const changes = entry.changes.length > 0 ? entry.changes : [null];
      for (const change of changes) yield csvLine(entry, change);
      onWritten();
    }
    after = page.next;
  } while (after !== null);
}

function csvLine(
  { actor, subject, ...entry }: AuditEntry,
  change: AuditChange | null,
): Record<string, string> {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    actorKind: actor.kind,
    actorId: actor.id ?? '',
    actor: actor.name,
    type: subject.uid,
    subject: subject.id ?? '',
    title: subject.title ?? '',
    locale: subject.locale ?? '',
    reason: entry.reason ?? '',
    field: change?.path ?? '',
    before: written(change?.before),
    after: written(change?.after),
  };
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
