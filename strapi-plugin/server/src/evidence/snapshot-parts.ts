import { contentHash } from '../content/hash';
import type { SnapshotContent } from './store';

/** What stands in an outline in place of a part: its hash. */
interface PartReference {
  part: string;
}

/**
 * What was shown, with references in place of its parts: an edit of one part, or in one language, makes one new part, and
 * everything else is there already.
 */
export type SnapshotOutline = Record<string, PartReference | string | number | boolean | null>;

/** The parts by their hashes. Everything that holds something is a part: categories, trackers, banner, versions. */
export function splitSnapshot(content: SnapshotContent): {
  outline: SnapshotOutline;
  parts: Map<string, unknown>;
} {
  const parts = new Map<string, unknown>();
  const outline: SnapshotOutline = {};
  for (const [name, value] of Object.entries(content)) {
    if (typeof value !== 'object' || value === null) {
      outline[name] = value;
      continue;
    }
    const part = contentHash(value);
    parts.set(part, value);
    outline[name] = { part };
  }
  return { outline, parts };
}

export const partsOf = (outline: SnapshotOutline): string[] =>
  Object.values(outline).flatMap((value) =>
    typeof value === 'object' && value !== null ? [value.part] : [],
  );

/** The parts that name documents: legal texts and assessments. */
export const documentParts = ({ legalTexts, assessments }: SnapshotOutline): string[] =>
  [legalTexts, assessments].flatMap((value) =>
    typeof value === 'object' && value !== null ? [value.part] : [],
  );

/** A part of a snapshot is not there, though a purge takes none that is referred to. */
export class MissingPartError extends Error {
  override name = 'MissingPartError';
}

/** @throws {MissingPartError} where a part is missing. */
export function joinSnapshot(outline: SnapshotOutline, parts: ReadonlyMap<string, unknown>): SnapshotContent {
  const joined = Object.entries(outline).map(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [name, value];
    if (!parts.has(value.part))
      throw new MissingPartError(`consent: a part of a snapshot is missing: ${name}`);
    return [name, parts.get(value.part)];
  });
  return Object.fromEntries(joined) as SnapshotContent;
}
