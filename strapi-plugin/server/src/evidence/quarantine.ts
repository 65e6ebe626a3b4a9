import type { NetworkTier } from '../http/client-network';
import type { Actor } from './audit';

/** A network in which a sender was, as a keyed hash of it: whoever does not have the key cannot tell which. */
export interface NetworkTag {
  tier: NetworkTier;
  /** HMAC-SHA-256 in hex. */
  tag: string;
}

/** A span of time; what was stored at its end is not in it. */
export interface Span {
  from: Date;
  to: Date;
}

export interface NewQuarantine extends Span {
  /** Only what came from this network; null: all of the span. */
  network: NetworkTag | null;
  reason: string;
  actor: Actor;
  at: Date;
}

/**
 * Records that are set apart, as those of a flood of forged ones: they stay, and stay sealed, but count nowhere until it is
 * lifted.
 */
export interface Quarantine extends Span {
  id: string;
  /** How wide the network is that it is about; null where it is about all of the span. */
  tier: NetworkTier | null;
  /** How many records it has set apart. */
  records: number;
  /** False while it is still at work. */
  settled: boolean;
  reason: string;
  actor: Actor;
  at: Date;
}

/** What a network has sent within a span. */
export interface Sender extends NetworkTag {
  records: number;
}

export interface QuarantineStore {
  /** Says what is to be set apart; {@link settle} does it. The audit trail has it in the same transaction. */
  place(quarantine: NewQuarantine): Promise<Quarantine>;
  /**
   * Says that its records are to be given back; {@link settle} does it. The audit trail has it in the same transaction.
   *
   * @returns false where there is no such quarantine, or it is lifted.
   */
  lift(id: string, by: { actor: Actor; reason: string; at: Date }): Promise<boolean>;
  /**
   * Sets apart and gives back what was asked for and is not done, in small steps: of each either the records are set apart
   * and taken off the counts, or neither. One at a time on all instances. What another quarantine has set apart already
   * stays with that one. Cut off anywhere, the next call goes on.
   *
   * @param goOn is asked between two steps.
   * @returns false where another one does, or something is left to do.
   */
  settle(goOn?: () => boolean): Promise<boolean>;
  /** Those that are not lifted, the newest first. */
  active(): Promise<Quarantine[]>;
  /** Which of these records are set apart now. */
  among(records: readonly string[]): Promise<Set<string>>;
  /**
   * The networks that have sent most within a span, as far as they are known: {@link NETWORK_DAYS} back, and where they
   * are noted at all. Those that are one within the other tell of the same records. It counts them one by one.
   */
  senders(span: Span, limit: number): Promise<Sender[]>;
}

/**
 * For so many days it is kept beside a record from which networks it came: as long as decisions may come late (E5), so that
 * a weekend and a holiday lie between a flood and somebody who looks at it.
 */
export const NETWORK_DAYS = 7;
