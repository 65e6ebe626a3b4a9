/** The trail of who changed what: its entries, in the terms of every store. */

/** What can be in the trail. Erasures and purges are in the log of evidence, and shown in the same trail. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'import',
  'export',
  'reconsent',
  'assess',
  'retention',
  'hold',
  'lift',
  'unlink',
  'quarantine',
  'restore',
  'declare',
  'move',
  'ignore',
  'fix',
  'reopen',
  'erasure',
  'purge',
  'release',
  'take-back',
  'plan',
  'approve',
  'withdraw',
  'note',
  'assist',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who acted. `user` is an account of the site, by a route of the owner's own. */
export type ActorKind = 'admin' | 'api-token' | 'user' | 'system';

export interface Actor {
  kind: ActorKind;
  /** Document id of an administrator or account, id of a token; null for the system. */
  id: string | null;
  /** As it was at that time: accounts are renamed and deleted. */
  name: string;
}

/** The retention, a start, a script: nobody asked over HTTP. */
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system' };

/** One value that became another; null where there was or is none. */
export interface AuditChange {
  /** `shared.kind`, `locales.de.label`, `published.locales.en.title`, `retentionMonths`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** What somebody acted on. */
export interface AuditSubject {
  /** A content type, or `plugin::consent.record` and the like for what is no content. */
  uid: string;
  /** Document id; SHA-256 of a consent id, which is never named itself. Null where it is all of them. */
  id: string | null;
  /** Key, name or slug as it was at that time. */
  title: string | null;
  /** Where the change is about one language alone. */
  locale: string | null;
}

export interface NewAuditEntry {
  action: AuditAction;
  at: Date;
  actor: Actor;
  subject: AuditSubject;
  /** Only what is different. */
  changes: AuditChange[];
  reason: string | null;
}

export interface AuditEntry extends NewAuditEntry {
  id: string;
}

/** What the trail can be narrowed to. */
export interface AuditFilter {
  action?: AuditAction | undefined;
  /** Id or name of who acted. */
  actor?: string | undefined;
  uid?: string | undefined;
  /** Id of what was acted on. */
  subject?: string | undefined;
  /** At or after this moment. */
  from?: Date | undefined;
  /** Before this moment. */
  to?: Date | undefined;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** Id of the entry after which the next page begins; null at the end. */
  next: string | null;
}

/** Append-only: there is nothing that changes or removes an entry. */
export interface AuditStore {
  /** All of them or none; they are on disk then, in this order. */
  add(entries: readonly NewAuditEntry[]): Promise<void>;
  /** Newest first, erasures and purges among them. */
  page(filter: AuditFilter, at: { after?: string | null; limit: number }): Promise<AuditPage>;
  byId(id: string): Promise<AuditEntry | null>;
}
