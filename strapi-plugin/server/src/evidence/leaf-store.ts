import type { JsonObject, SealedKind, TileStore } from './seal';

/** An item's place in the sealed log. */
export interface Leaf {
  index: number;
  kind: SealedKind;
  /** Null once the item is gone. */
  itemId: string | null;
  /** Without it the commitment says nothing. Null once the item is gone. */
  salt: string | null;
  /** SHA-256 of the sealed bytes. */
  commitment: Uint8Array;
}

/** What is sealed, or waits for it. */
export interface SealableItem {
  id: string;
  kind: SealedKind;
}

/** What waits to be sealed. */
export interface Backlog {
  items: number;
  /** More wait than were counted: a queue that grows is not read as a whole. */
  more: boolean;
  /** When the oldest of them was stored. */
  since: Date;
}

/**
 * What is sealed of the evidence. Whatever the store takes in waits here from the same transaction on; a leaf holds the
 * commitment that was made of it. The log's files are written from the leaves alone, so a crash anywhere leaves nothing
 * that the next run would not write in the same way.
 */
export interface LeafStore {
  /**
   * Runs `work` while no other instance runs such work on this evidence.
   *
   * @returns false where another one does; nothing was done then.
   */
  alone(work: () => Promise<void>): Promise<boolean>;
  /**
   * Gives items that wait the next leaves, oldest first, and takes them off the queue, in one. What was removed before
   * its turn gets none. To be called within {@link alone}.
   *
   * @param signed the size of the log as it is signed. @param limit about how many. @param only these items alone, as
   *   far as they have no leaf, in place of those that come next.
   * @returns how many items have had their turn; 0 where nothing waits any more.
   */
  seal(wanted: { signed: number; limit: number; only?: readonly SealableItem[] }): Promise<number>;
  /** Whether anything waits to be sealed. */
  waits(): Promise<boolean>;
  /** How many items wait, counted up to a bound, and since when; null where none does. */
  backlog(): Promise<Backlog | null>;
  /** The leaves from an index on, ascending, without a gap but for items that are gone. */
  from(index: number, limit: number): Promise<Leaf[]>;
  /** The leaves of items; none of what waits still. */
  ofItems(ids: readonly string[]): Promise<Leaf[]>;
  /** The content of items as it is stored now, by their ids; what is gone is not in it. */
  contents(items: readonly SealableItem[]): Promise<Map<string, JsonObject>>;
  /**
   * Removes leaves of items that are gone from below the signed size, where the log's files have them.
   *
   * @returns how many; at most `limit`.
   */
  prune(signed: number, limit: number): Promise<number>;
  /** The files of the log with this number among those of the installation, which all instances read. The first is 1. */
  files(number: number): TileStore;
  /** The numbers of the logs that have a checkpoint, ascending. */
  logs(): Promise<number[]>;
  /** The value that was first given for a name, whoever gave it; null as long as nobody has. */
  kept(name: string, value: () => string | null): Promise<string | null>;
  /** Puts a value under a name for all instances, in place of what was there; null takes it away. */
  note(name: string, value: string | null): Promise<void>;
  /** What is noted under names that begin with these ASCII letters. */
  noted(prefix: string): Promise<{ name: string; value: string }[]>;
}
