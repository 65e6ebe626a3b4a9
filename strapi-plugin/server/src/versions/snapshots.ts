import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import type { EvidenceDocument } from '../evidence/document';
import type { SnapshotContent, SnapshotHead } from '../evidence/store';
import { pluginService } from '../plugin-service';
import { CACHE_MS } from './service';

/** Under what a visitor was shown something. */
export interface Showing {
  policyVersion: string;
  /** The locales that it may have been in, the likeliest first. */
  locales: readonly string[];
  /** The environment that the page named, and then the server's own. */
  environments: readonly string[];
}

export interface SnapshotsService {
  /**
   * Stores what is about to be served, once for each distinct content and environment, with the documents that it names;
   * answers with its hash.
   */
  keep(
    content: SnapshotContent,
    environment: string,
    documents: readonly EvidenceDocument[],
  ): Promise<string>;
  /** Whether this content was ever served in this environment. */
  isKept(hash: string, environment: string): Promise<boolean>;
  /**
   * The hash of what was shown last under this policy version: in that locale and environment, else in that locale,
   * else in that environment, else whatever was. Null where the version was never served.
   */
  idFor(showing: Showing): Promise<string | null>;
  /** Asks the store again about every snapshot: some were deleted. */
  forget(): void;
}

export const getSnapshotsService = pluginService<SnapshotsService>('snapshots');

export function snapshotsService({ strapi }: { strapi: Core.Strapi }): SnapshotsService {
  const kept = () => getEvidenceStore(strapi).snapshots;
  // Not for longer than content is: the purge removes snapshots that nothing refers to.
  const found = new LRUCache<string, string>({ max: 1000, ttl: CACHE_MS });
  const known = new LRUCache<string, true>({ max: 1000, ttl: CACHE_MS });
  const place = (hash: string, environment: string) => `${hash} ${environment}`;

  return {
    async isKept(hash, environment) {
      if (known.has(place(hash, environment))) return true;
      const there = await kept().has(hash, environment);
      if (there) known.set(place(hash, environment), true);
      return there;
    },
    async keep(content, environment, documents) {
      const hash = contentHash(content);
      if (known.has(place(hash, environment))) return hash;
      // First what it names: a purge between the two would find nobody who does.
      for (const document of documents) await getEvidenceStore(strapi).documents.keep(document, new Date());
      await kept().keep(content, environment, new Date());
      known.set(place(hash, environment), true);
      return hash;
    },
    async idFor(showing) {
      const key = JSON.stringify(showing);
      const seen = found.get(key);
      if (seen) return seen;
      const hash = likeliest(await kept().ofPolicy(showing.policyVersion), showing)?.hash ?? null;
      if (hash) found.set(key, hash);
      return hash;
    },
    forget() {
      found.clear();
      known.clear();
    },
  };
}

function likeliest(
  newestFirst: readonly SnapshotHead[],
  { locales, environments }: Showing,
): SnapshotHead | undefined {
  const shownIn = (heads: readonly SnapshotHead[]): SnapshotHead | undefined => {
    const named = environments.find((environment) => heads.some((head) => head.environment === environment));
    return heads.find((head) => head.environment === named) ?? heads[0];
  };
  for (const wanted of locales) {
    const shown = shownIn(newestFirst.filter(({ locale }) => locale === wanted));
    if (shown) return shown;
  }
  return shownIn(newestFirst);
}
