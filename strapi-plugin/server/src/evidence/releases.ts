import type { ConsentVersions, ReconsentTrigger } from '@permesso/consent-core';
import type { Actor, NewAuditEntry } from './audit';

/** All that a release publishes, as JSON. Whoever publishes says what is in it; a list is kept item by item. */
export type ReleaseContent = Record<string, unknown>;

/** What is published for visitors from a moment on. */
export interface NewRelease {
  content: ReleaseContent;
  /** What visitors are served by it; another release may have the same. */
  versions: ConsentVersions;
  at: Date;
  actor: Actor;
  /** The second person, where it took one. */
  approver: Actor | null;
  note: string | null;
  /** Number of the release that it takes back to. */
  restores: number | null;
  /** By which changes decisions became stale; empty: nobody is asked again. */
  asks: ReconsentTrigger[];
  /** How many decisions that touched, about. */
  touched: number;
}

/** A release without its content, which is known by its SHA-256. */
export interface Release extends Omit<NewRelease, 'content'> {
  /** From 1 on, without a gap. */
  number: number;
  hash: string;
}

/** A release that is to come: at its time, or when a second person approves. */
export interface NewReleasePlan {
  content: ReleaseContent;
  /** Hash of what was published when it was planned: it follows nothing else. */
  base: string;
  at: Date;
  actor: Actor;
  note: string | null;
  restores: number | null;
  /** Null: as soon as it may. */
  publishAt: Date | null;
  needsApproval: boolean;
}

export interface ReleasePlan extends Omit<NewReleasePlan, 'content'> {
  id: string;
  hash: string;
  approver: Actor | null;
  /** Why it was not published at its time. */
  failure: string | null;
}

/** How a release comes about. */
export interface ReleaseStep {
  /** Number of the last release by then; 0: none. */
  after: number;
  /** Id of the plan that it carries out, which ends with it. */
  plan?: string;
  /** What the audit trail has of it. */
  entries: readonly NewAuditEntry[];
}

/**
 * What was published, in order. Nothing removes a release or changes what it says but its note. There is one plan at a
 * time.
 */
export interface ReleaseStore {
  /**
   * Adds a release, with what the trail has of it, in one. Of several instances that add one after the same number, one does.
   *
   * @returns null where another release came meanwhile, or the plan is no longer there; nothing was written then.
   */
  add(release: NewRelease, step: ReleaseStep): Promise<Release | null>;
  latest(): Promise<Release | null>;
  byNumber(number: number): Promise<Release | null>;
  /** Those before a number, or the last ones, newest first. */
  page(place: { before: number | null; limit: number }): Promise<Release[]>;
  /** Those of a span of time, its end not included, and the one that was in force when it began: the newest first. */
  between(span: { from: Date; to: Date; limit?: number }): Promise<Release[]>;
  /** Those that served any of these policy versions, newest first. */
  ofPolicies(policyVersions: readonly string[]): Promise<Release[]>;
  /** The last one before a number by which decisions became stale. */
  lastAsking(before: number): Promise<Release | null>;
  /** @throws Error where nothing has this hash. */
  content(hash: string): Promise<ReleaseContent>;
  /** @returns false where there is no release of this number. */
  note(number: number, note: string | null, entries: readonly NewAuditEntry[]): Promise<boolean>;

  plan(): Promise<ReleasePlan | null>;
  /** @returns null where there is a plan already. */
  makePlan(plan: NewReleasePlan, entries: readonly NewAuditEntry[]): Promise<ReleasePlan | null>;
  /**
   * Notes who approves, or why it could not be published, or ends it.
   *
   * @returns false where it is no longer there.
   */
  changePlan(id: string, change: PlanChange, entries: readonly NewAuditEntry[]): Promise<boolean>;
}

export type PlanChange = { approver: Actor } | { failure: string } | 'withdrawn';
