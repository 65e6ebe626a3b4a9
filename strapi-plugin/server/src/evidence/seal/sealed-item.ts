import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { base64Bytes, utf8Text, wellFormed } from './encoding';
import { HASH_BYTES, type Hash } from './merkle';

/** What becomes a leaf. Records may be erased; the other kinds stay, so that an auditor may ask for all of them. */
export const SEALED_KINDS = ['record', 'erasure', 'purge', 'audit', 'release'] as const;

export type SealedKind = (typeof SEALED_KINDS)[number];

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [name: string]: JsonValue;
}

/** What is sealed, and the salt without which its leaf says nothing of it. */
export interface SealedItem {
  kind: SealedKind;
  /** From {@link newSalt}; whoever erases the content erases the salt with it. */
  salt: string;
  content: JsonObject;
}

/** Names the form of what is hashed, so that no other hash of ours can be taken for it. */
const SEALED_TYPE = 'permesso/sealed/v1';
const ENTRY_TYPE = 'permesso/entry/v1';

/** 128 random bits, as RFC 9901 (SD-JWT, section 9.3) asks of a salt: 22 letters of base64url. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The content of an item as it is sealed: members that are null or undefined are left out, so that a column that is
 * added later changes no older leaf. Half of a character that came into a row long ago would otherwise keep everything behind
 * it from being sealed.
 */
export function sealedContent(value: object): JsonObject {
  const text = JSON.stringify(value, (name, member: unknown) => withoutEmpty(wellFormed(name, member)));
  return JSON.parse(text) as JsonObject;
}

function withoutEmpty(member: unknown): unknown {
  if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
  return Object.fromEntries(
    Object.entries(member).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The bytes whose SHA-256 is the commitment: the item and its type as canonical JSON (RFC 8785). */
export function sealedBytes({ kind, salt, content }: SealedItem): Uint8Array {
  return canonicalBytes({ type: SEALED_TYPE, kind, salt, content });
}

/** The item of such bytes. Throws where they are anything else, also the same item in another order or spacing. */
export function sealedItem(bytes: Uint8Array): SealedItem {
  const { type, kind, salt, content } = JSON.parse(utf8Text(bytes)) as Partial<SealedItem> & {
    type?: unknown;
  };
  if (type !== SEALED_TYPE || !isKind(kind) || typeof salt !== 'string' || !isObject(content)) {
    throw new Error(`not a sealed item: it needs type "${SEALED_TYPE}", kind, salt and content`);
  }
  const item = { kind, salt, content };
  if (Buffer.compare(sealedBytes(item), bytes) !== 0)
    throw new Error('not a sealed item: its JSON is not canonical');
  return item;
}

/** What a leaf says of its item: the SHA-256 of its sealed bytes. */
export function commitmentOf(item: SealedItem): Hash {
  return createHash('sha256').update(sealedBytes(item)).digest();
}

/** The log entry of an item: one line that names its kind and commits to the rest. */
export const logEntry = (item: SealedItem): Uint8Array => entryOf(item.kind, commitmentOf(item));

/** The entry of an item of which no more than its commitment is known. */
export function entryOf(kind: SealedKind, commitment: Hash): Uint8Array {
  return Buffer.from(`${ENTRY_TYPE} ${kind} ${Buffer.from(commitment).toString('base64')}`);
}

/** What a log entry says. Throws for an entry of another form. */
export function parseLogEntry(entry: Uint8Array): { kind: SealedKind; commitment: Hash } {
  const [type, kind, encoded, ...rest] = utf8Text(entry).split(' ');
  const commitment = base64Bytes(encoded ?? '');
  if (type !== ENTRY_TYPE || !isKind(kind) || commitment?.length !== HASH_BYTES || rest.length > 0) {
    throw new Error(`not a log entry of the type ${ENTRY_TYPE}`);
  }
  return { kind, commitment };
}

/**
 * JSON in its canonical form (RFC 8785), as UTF-8. Throws where the value has none: numbers that are not finite,
 * halves of characters.
 */
export function canonicalBytes(value: JsonValue | object): Uint8Array {
  const text = canonicalize(value);
  if (!text?.isWellFormed())
    throw new Error('the content has no canonical JSON: a text in it is not Unicode');
  return Buffer.from(text);
}

const isKind = (kind: unknown): kind is SealedKind => SEALED_KINDS.some((known) => known === kind);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
