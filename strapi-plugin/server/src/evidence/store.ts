import type { BasesByPlace, ConsentConfig, ConsentModel, ConsentSource } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Actor, AuditStore } from './audit';
import type { DailyCount } from './daily-counts';
import type { CountQuery, CountSum, ImpressionCount } from './decision-counts';
import type { EvidenceDocument, KeptDocument } from './document';
import type { HoldStore } from './holds';
import type { LeafStore } from './leaf-store';
import type { QuarantineStore } from './quarantine';
import type { ConsentRecord, NewRecord } from './record';
import type { ReleaseStore } from './releases';
import type { RetentionStore } from './retention';

/**
 * Where evidence is kept: records, what visitors were shown, counts, the log of what was removed, the trail of who
 * changed what, and what was published. The plugin reads and writes them through this alone. Another implementation comes by the option `recording.store`, and must pass
 * the contract that the package has as `@permesso/plugin-consent/evidence-contract`.
 */
export interface EvidenceStore {
  /** Makes or mends what it stores in. Before anything else is asked of it; on several instances at once. */
  open(): Promise<void>;
  /** Lets go of what it holds; what was promised is on disk by then. */
  close(): Promise<void>;

  /**
   * Stores records with their daily counts, all or nothing of each: what is fulfilled is on disk (F3). The same
   * fingerprint within seven days is stored and counted once, on all instances together (E4).
   *
   * @returns for each record in order; a record is refused alone where it holds what the store cannot keep, or refers to
   *   a snapshot that is not there (`SnapshotGoneError`).
   * @throws where the store does not answer; nothing was stored then.
   */
  append(records: readonly NewRecord[]): Promise<PromiseSettledResult<StoredRecord>[]>;
  /** How many `append` one instance calls at a time; one by default, as serves a store with a single writer. */
  readonly writers?: number;

  /** A page of records, newest first, without those that are set apart unless the filter says so; never a scan of all of them. */
  page(filter: RecordFilter, at: PagePlace): Promise<RecordPage>;
  /** By its id, or by the one that it had before it was moved here. */
  byId(id: string): Promise<ConsentRecord | null>;
  /** What was decided under a consent id and those that it replaced (C9), and what ended it; oldest first, at most 200 of an id. */
  timeline(consentId: string): Promise<ConsentRecord[]>;
  /** The last records of an account, newest first; also what is set apart, as it is theirs to see. */
  ofAccount(user: string, limit: number): Promise<ConsentRecord[]>;
  /** Whether a record of an account came with Global Privacy Control and is valid at this moment; also one that is set apart. */
  hasSignal(user: string, at: Date): Promise<boolean>;

  /**
   * Deletes every record of a consent id or an account and logs it, in one (GDPR 17). A record of a later id that names
   * it in `replaces` stays, and so does what is stored while it works.
   *
   * @returns how many.
   * @throws {HeldError} where a legal hold keeps the consent id or one of the records; nothing was deleted then.
   */
  erase(erasure: Erasure): Promise<number>;
  /**
   * Ends the link of an account's records to it, and logs it in the audit trail, in one: they name nobody from then on. What
   * was sealed of the linked state says nothing any more, and they are sealed again as what they are. A legal hold keeps
   * records as they are.
   *
   * @returns how many, and how many are held.
   */
  unlink(account: string, by: { actor: Actor; at: Date }): Promise<{ unlinked: number; held: number }>;
  /**
   * Deletes records from before the cutoff that no legal hold keeps, then snapshots that no record can refer to any more,
   * but for those of a policy version, and then documents that neither a record can name any more nor a snapshot that is
   * left does. One at a time on all instances: beside another one it deletes nothing. Logs what it deleted.
   */
  dropBefore(cutoff: Date, keep: Kept): Promise<Dropped>;
  /** How many records stored at or after `from` and before `to` no legal hold keeps. It counts them one by one. */
  countDeletable(between: { from: Date; to: Date }): Promise<number>;

  readonly snapshots: SnapshotStore;
  readonly documents: DocumentStore;
  readonly counts: CountStore;
  readonly log: LogStore;
  readonly audit: AuditStore;
  readonly holds: HoldStore;
  readonly quarantines: QuarantineStore;
  readonly retention: RetentionStore;
  readonly releases: ReleaseStore;
  readonly leaves: LeafStore;
}

/** Whose records are erased: what was decided under a consent id, or what names an account (`linked` mode). */
export type ErasureSubject = { consentId: string } | { account: string };

export type Erasure = ErasureSubject & {
  /** Document id of the administrator, or `system`. */
  actor: string;
  actorName?: string;
  at: Date;
};

/** The option `recording.store`: called once, when the app asks for its evidence for the first time. */
export type EvidenceStoreFactory = (strapi: Core.Strapi) => EvidenceStore;

export interface StoredRecord {
  /** Id of the record that holds this decision. */
  id: string;
  /** The decision had been stored before; nothing was added. */
  repeated: boolean;
}

/** What a record refers to is not there: a purge has taken what nobody was shown for years. */
export class SnapshotGoneError extends Error {
  override name = 'SnapshotGoneError';
}

/** Known by its name: a store of somebody's own has the class from another file of the package. */
export const isSnapshotGone = (error: unknown): boolean =>
  error instanceof Error && error.name === 'SnapshotGoneError';

/** What a list or an export of records can be narrowed to. */
export interface RecordFilter {
  consentId?: string | undefined;
  /** Document id of the account that was signed in; records have it in `linked` mode only. */
  user?: string | undefined;
  country?: string | undefined;
  locale?: string | undefined;
  policyVersion?: string | undefined;
  source?: ConsentSource | undefined;
  model?: ConsentModel | undefined;
  /** Stored at or after this moment. */
  from?: Date | undefined;
  /** Stored before this moment. */
  to?: Date | undefined;
  category?: { key: string; granted: boolean } | undefined;
  /** What is set apart, too, or only that. Left out by default. */
  quarantined?: 'too' | 'only' | undefined;
}

export interface PagePlace {
  /** Id of the record after which the page begins; null for the first page. */
  after?: string | null;
  /** The most records on it. */
  limit: number;
  /** The most rows to look at, where the filter has no index of its own. */
  lookAt?: number;
}

export interface RecordPage {
  docs: ConsentRecord[];
  /** Where the next page begins; null at the end. A page may hold fewer than asked for and still have a next. */
  next: string | null;
}

/** What stays. */
export interface Kept {
  policyVersion: string;
  /** The retention by which the cutoff was made: once another one holds, nothing more is deleted. */
  months?: number | undefined;
}

export interface Dropped {
  records: number;
  snapshots: number;
}

/** A config as visitors of every country saw it: which model applied is in the record. */
export interface SnapshotContent extends Omit<ConsentConfig, 'jurisdiction'> {
  /**
   * Hashes of the legal pages that were published in this locale, by their kinds. Every page of the kind `other`, and all
   * but the first of another kind, stand under `kind:slug`. Absent where there were none, as in snapshots of earlier releases.
   */
  legalTexts?: Record<string, string>;
  /**
   * What categories rest on under opt-in where that is not consent, by country or region and by key: a record says where its visitor was.
   * Absent where nothing does.
   */
  bases?: BasesByPlace;
  /** Hashes of the assessments by which categories are exempt from consent, by their keys. Absent where none is. */
  assessments?: Record<string, string>;
}

/** What is shown under one policy version in one locale and environment. */
export interface SnapshotHead {
  /** SHA-256 of the content. */
  hash: string;
  policyVersion: string;
  locale: string;
  environment: string;
  firstServedAt: Date;
}

export interface Snapshot extends SnapshotHead {
  content: SnapshotContent;
}

export interface SnapshotStore {
  /**
   * Keeps what is about to be served, once for each content and environment, and notes when it was last served, to the
   * hour. What was served or referred to within the retention is never deleted.
   *
   * @returns its hash.
   */
  keep(content: SnapshotContent, environment: string, at: Date): Promise<string>;
  /** Whether this content was ever served in this environment. */
  has(hash: string, environment: string): Promise<boolean>;
  /** What was served under a policy version, the newest first. */
  ofPolicy(policyVersion: string): Promise<SnapshotHead[]>;
  /** The snapshot of a hash; where several environments showed the same, the first that did. */
  byHash(hash: string): Promise<Snapshot | null>;
  /** The last that were served for the first time, newest first. */
  latest(limit: number): Promise<Snapshot[]>;
}

/** Documents that snapshots (`legalTexts`) and records (`presentation`) name by the SHA-256 of their text. */
export interface DocumentStore {
  /**
   * Keeps a document once, and notes to the hour that it was named. What was named within the retention, by a record or by
   * this, and what a snapshot names is never deleted.
   *
   * @returns its hash.
   */
  keep(document: EvidenceDocument, at: Date): Promise<string>;
  has(hash: string): Promise<boolean>;
  byHash(hash: string): Promise<KeptDocument | null>;
}

export interface CountStore {
  /** All decisions that were ever recorded, those included that are deleted since, but for what is set apart. */
  decisions(): Promise<number>;
  /** The cells of the days from this one on (`YYYY-MM-DD`). */
  since(day: string): Promise<DailyCount[]>;
  /**
   * Sums of decisions, of what they say of single services, and of what was shown, from one query whose time does not grow with the records. What was counted
   * before devices and releases were is not among them.
   */
  sums(query: CountQuery): Promise<CountSum[]>;
  /**
   * Counts what a site has shown, once for each batch: within seven days and on all instances together.
   *
   * @returns whether it was not counted before.
   */
  addShown(batch: ImpressionCount, at: Date): Promise<boolean>;
  /**
   * Puts together what was counted on days that are over by then, one at a time on all instances. It changes no answer;
   * without it the answers take longer with each day.
   */
  fold(now: Date): Promise<void>;
}

export type LogKind = 'erasure' | 'purge';

/** What somebody, or the retention, did to evidence. */
export interface LogEntry {
  id: string;
  kind: LogKind;
  at: Date;
  /** Document id of the administrator, or `system`. */
  actor: string;
  /** The administrator's name at that time; null in entries from before it was kept. */
  actorName: string | null;
  /** SHA-256 of the consent id or account of an erasure: who holds the id finds the entry, and nobody else. */
  subject: string | null;
  /** Records that were deleted. */
  deleted: number;
  /** Of a purge: everything stored before this is gone. */
  cutoff: Date | null;
  /** Of a purge: the sealed log as it was signed last when the purge began; null where nothing was sealed yet. */
  checkpoint: SignedState | null;
}

/** What a checkpoint of the sealed log says of it. */
export interface SignedState {
  /** Its entries. */
  size: number;
  /** Its root hash in base64, as a checkpoint has it. */
  root: string;
}

/** Append-only: entries come with what they tell of, in one. */
export interface LogStore {
  /** The last entries of a kind, newest first. */
  latest(kind: LogKind, limit: number): Promise<LogEntry[]>;
  /** The greatest cutoff of all purges: one that was cut off may have gone further than those after it. Null where none was. */
  purgedBefore(): Promise<Date | null>;
  /** The entries about a consent id or an account, newest first. */
  about(id: string): Promise<LogEntry[]>;
}
