import type { ConsentCategory } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { getEvidenceStore } from '../evidence';
import { type SnapshotContent, SnapshotGoneError } from '../evidence/store';
import { NotStoredError } from './not-stored';

/** All of a shown config that decides what a record may say. */
export interface ShownTerms extends Pick<SnapshotContent, 'services' | 'granularity' | 'bases'> {
  categories: readonly Pick<ConsentCategory, 'key' | 'required' | 'respectGPC'>[];
}

/**
 * Reads what decides of snapshots, by their hashes, and keeps the last hundred: what a hash names never changes.
 *
 * @throws {NotStoredError} where the snapshot is gone.
 */
export function shownTerms(strapi: Core.Strapi): (snapshot: string) => Promise<ShownTerms> {
  const known = new LRUCache<string, ShownTerms>({ max: 100 });
  return async (snapshot) => {
    const kept = known.get(snapshot);
    if (kept) return kept;
    const found = await getEvidenceStore(strapi).snapshots.byHash(snapshot);
    if (!found)
      throw new NotStoredError(new SnapshotGoneError('the snapshot of what a visitor was shown is gone'));
    const { services, granularity, bases, categories } = found.content;
    const terms: ShownTerms = {
      services,
      granularity,
      bases,
      categories: categories.map(({ key, required, respectGPC }) => ({ key, required, respectGPC })),
    };
    known.set(snapshot, terms);
    return terms;
  };
}
