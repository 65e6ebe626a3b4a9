import { RECORD_UID } from '../../uids';
import {
  type Actor,
  type ActorKind,
  type AuditAction,
  type AuditChange,
  type AuditEntry,
  type NewAuditEntry,
  SYSTEM,
} from '../audit';
import { momentOf } from '../record-id';
import { wellFormed } from '../seal';
import type { LogEntry } from '../store';

/** A row of the trail as the databases give it back. */
export interface AuditRow {
  id: string;
  action: AuditAction;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string;
  uid: string;
  subject: string | null;
  title: string | null;
  locale: string | null;
  changes: string;
  reason: string | null;
}

/** What fits into a column; a longer title or name still says what it is. */
const LONGEST = 255;

/** A text that comes from outside, or is cut off, may end with half of a character, which could not be sealed. */
export const rowOf = ({ action, actor, subject, changes, reason }: NewAuditEntry, id: string): AuditRow => ({
  id,
  action,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name.slice(0, LONGEST).toWellFormed(),
  uid: subject.uid,
  subject: subject.id,
  title: subject.title?.slice(0, LONGEST).toWellFormed() ?? null,
  locale: subject.locale,
  changes: JSON.stringify(changes, wellFormed),
  reason: reason?.toWellFormed() ?? null,
});

export const entryOf = ({ id, action, uid, title, locale, reason, ...row }: AuditRow): AuditEntry => ({
  id,
  action,
  at: momentOf(id),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: { uid, id: row.subject, title, locale },
  changes: JSON.parse(row.changes) as AuditChange[],
  reason,
});

/** An erasure or a purge as the trail shows it. */
export function entryOfLog({
  id,
  kind,
  at,
  actor,
  actorName,
  subject,
  deleted,
  cutoff,
  checkpoint,
}: LogEntry): AuditEntry {
  const admin: Actor = { kind: 'admin', id: actor, name: actorName ?? actor };
  const changes: AuditChange[] = [{ path: 'deleted', before: null, after: deleted }];
  if (cutoff) changes.push({ path: 'cutoff', before: null, after: cutoff.toISOString() });
  if (checkpoint) changes.push({ path: 'checkpoint', before: null, after: checkpoint });
  return {
    id,
    action: kind,
    at,
    actor: actor === SYSTEM.name ? SYSTEM : admin,
    subject: { uid: RECORD_UID, id: subject, title: null, locale: null },
    changes,
    reason: null,
  };
}
