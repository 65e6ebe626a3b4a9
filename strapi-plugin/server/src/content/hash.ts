import { createHash } from 'node:crypto';
import { compare } from './localized';

/** The SHA-256 of a value, as hex. Keys are sorted, so equal content has one hash. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The first 8 hex digits of the SHA-256: what versions are. */
export function shortHash(value: unknown): string {
  return contentHash(value).slice(0, 8);
}

/** What is hashed: JSON with its keys sorted. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compare(a, b)))
      : part,
  );
}
