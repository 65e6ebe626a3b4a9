import { contentHash } from '../content/hash';
import type { ReleaseContent } from './releases';

/** In an outline, in place of a value or of each item of a list: its hash. */
type Reference = { part: string } | { parts: string[] };

/** A release with references in place of its parts: an edit of one tracker makes one new part, the others are there. */
export type ReleaseOutline = Record<string, Reference | string | number | boolean | null>;

const isReference = (value: ReleaseOutline[string]): value is Reference =>
  typeof value === 'object' && value !== null;

export function splitRelease(content: ReleaseContent): {
  outline: ReleaseOutline;
  parts: Map<string, unknown>;
} {
  const parts = new Map<string, unknown>();
  const keep = (value: unknown): string => {
    const hash = contentHash(value);
    parts.set(hash, value);
    return hash;
  };
  const outline = Object.entries(content).map(([name, value]) => {
    if (Array.isArray(value)) return [name, { parts: value.map(keep) }];
    return [name, typeof value === 'object' && value !== null ? { part: keep(value) } : value];
  });
  return { outline: Object.fromEntries(outline) as ReleaseOutline, parts };
}

export const partsOfRelease = (outline: ReleaseOutline): string[] =>
  Object.values(outline).flatMap((value) => {
    if (!isReference(value)) return [];
    return 'parts' in value ? value.parts : [value.part];
  });

/** @throws Error where a part is missing. */
export function joinRelease(outline: ReleaseOutline, parts: ReadonlyMap<string, unknown>): ReleaseContent {
  const part = (hash: string): unknown => {
    if (!parts.has(hash)) throw new Error(`consent: a part of a release is missing: ${hash}`);
    return parts.get(hash);
  };
  const joined = Object.entries(outline).map(([name, value]) => {
    if (!isReference(value)) return [name, value];
    return [name, 'parts' in value ? value.parts.map(part) : part(value.part)];
  });
  return Object.fromEntries(joined) as ReleaseContent;
}
