import type { Actor } from './audit';

/** What keeps records: those of a consent id, or those stored within a span of time. */
export interface HoldScope {
  consentId: string | null;
  /** Stored at or after this moment; null: from the first. */
  from: Date | null;
  /** Stored before this moment; null: to the last, those to come included. */
  to: Date | null;
}

export interface NewHold extends HoldScope {
  reason: string;
  actor: Actor;
  at: Date;
}

/** A legal hold: until it is lifted, neither a purge nor an erasure deletes what it keeps. */
export interface Hold extends NewHold {
  id: string;
}

export interface HoldStore {
  /** From when it returns nothing more of what it keeps is deleted. The audit trail has it in the same transaction. */
  place(hold: NewHold): Promise<Hold>;
  /**
   * Ends a hold; the audit trail has that in the same transaction. Its consent id is forgotten.
   *
   * @returns false where there is no such hold, or none any more.
   */
  lift(id: string, by: { actor: Actor; reason: string; at: Date }): Promise<boolean>;
  /** Those that keep something now, the newest first. */
  active(): Promise<Hold[]>;
}

/** A legal hold keeps what was to be deleted; nothing was. */
export class HeldError extends Error {
  override name = 'HeldError';
  readonly holds: readonly Hold[];

  constructor(holds: readonly Hold[]) {
    super(`kept by a legal hold: ${holds.map(({ id }) => id).join(', ')}`);
    this.holds = holds;
  }
}

/** Known by its name: a store of somebody's own has the class from another file of the package. */
export const isHeld = (error: unknown): error is HeldError =>
  error instanceof Error && error.name === 'HeldError';
