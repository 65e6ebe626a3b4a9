import { momentOf } from '../record-id';
import type { LogEntry } from '../store';

/** A row of the log as the databases give it back. */
export interface LogRow {
  id: string;
  kind: LogEntry['kind'];
  actor: string;
  actor_name: string | null;
  subject: string | null;
  deleted: number | string;
  cutoff: number | string | null;
}

export const logEntryOf = ({ id, kind, actor, subject, ...row }: LogRow): LogEntry => ({
  id,
  kind,
  at: momentOf(id),
  actor,
  actorName: row.actor_name,
  subject,
  deleted: Number(row.deleted),
  cutoff: row.cutoff === null ? null : new Date(Number(row.cutoff)),
});
