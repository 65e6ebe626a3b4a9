import type { Transaction } from '../../database/table';
import { momentOf } from '../record-id';
import type { LogEntry } from '../store';
import { TABLES } from './evidence-database';

/** A row of the log as the databases give it back. */
export interface LogRow {
  id: string;
  kind: LogEntry['kind'];
  actor: string;
  actor_name: string | null;
  subject: string | null;
  deleted: number | string;
  cutoff: number | string | null;
  log_size: number | string | null;
  log_root: string | null;
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
  checkpoint: row.log_root === null ? null : { size: Number(row.log_size), root: row.log_root },
});

/** In the transaction that removes what the entry tells of. */
export async function enterInLog(
  trx: Transaction,
  { actorName, cutoff, checkpoint, ...entry }: Omit<LogEntry, 'at'>,
): Promise<void> {
  await trx(TABLES.log).insert({
    ...entry,
    actor_name: actorName,
    cutoff: cutoff?.getTime() ?? null,
    log_size: checkpoint?.size ?? null,
    log_root: checkpoint?.root ?? null,
  });
}
