import type { NewAuditEntry } from './audit';

/** How long records are kept, as it holds now, and a shorter time that is to hold later. */
export interface RetentionState {
  /** Months after which a purge deletes a record; null before the first purge or look. */
  months: number | null;
  pending: PendingRetention | null;
}

/** A shorter retention that does not hold yet. */
export interface PendingRetention {
  months: number;
  /** When it was first seen. */
  since: Date;
  /** Somebody keeps it from coming into effect by itself. */
  withheld: boolean;
}

export interface RetentionStore {
  read(): Promise<RetentionState>;
  /**
   * Reads, judges and writes in one, one at a time on all instances, with what the audit trail is to have of it.
   *
   * @param judge gives the new state, or null to leave it. It may be called more than once.
   * @returns the state that holds then.
   */
  update(
    judge: (state: RetentionState) => { state: RetentionState; entries: NewAuditEntry[] } | null,
  ): Promise<RetentionState>;
}
