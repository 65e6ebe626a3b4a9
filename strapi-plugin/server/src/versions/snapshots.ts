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
  /** Before this. */
  by: Date;
  /** The hash of what is shown now under this policy version, where it is the present one. */
  current: string | null;
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
   * The hash of what was shown under this policy version by then: what is shown now, where it was shown by then already, for
   * what was rewritten to and fro is what it is now; else what was shown last by then in that locale and environment, else in
   * that locale, else in that environment, else whatever was. Where all of that was shown later, the clock is wrong, and it is the
   * first of it. Null where the version was never served.
   */
  idFor(showing: Showing): Promise<string | null>;
  /** Asks the store again about every snapshot: some were deleted. */
  forget(): void;
}

export const getSnapshotsService = pluginService<SnapshotsService>('snapshots');

export function snapshotsService({ strapi }: { strapi: Core.Strapi }): SnapshotsService {
  const kept = () => getEvidenceStore(strapi).snapshots;
  // Not for longer than content is: the purge removes snapshots that nothing refers to.
  const heads = new LRUCache<string, readonly SnapshotHead[]>({ max: 1000, ttl: CACHE_MS });
  const known = new LRUCache<string, true>({ max: 1000, ttl: CACHE_MS });
  const place = (hash: string, environment: string) => `${hash} ${environment}`;

  /** What was served under a policy version, the newest first, among it what is shown now. */
  const headsOf = async ({ policyVersion, current }: Showing): Promise<readonly SnapshotHead[]> => {
    const seen = heads.get(policyVersion);
    if (seen && (current === null || seen.some(({ hash }) => hash === current))) return seen;
    const served = await kept().ofPolicy(policyVersion);
    if (served.length > 0) heads.set(policyVersion, served);
    return served;
  };

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
      const served = await headsOf(showing);
      const { current, by, environments } = showing;
      const shownNow = served.find(
        ({ hash, environment }) => hash === current && environment === environments[0],
      );
      if (shownNow && shownNow.firstServedAt <= by) return current;
      return likeliest(served, showing)?.hash ?? null;
    },
    forget() {
      heads.clear();
      known.clear();
    },
  };
}

function likeliest(
  newestFirst: readonly SnapshotHead[],
  { locales, environments, by }: Showing,
): SnapshotHead | undefined {
  const lastShown = (heads: readonly SnapshotHead[]): SnapshotHead | undefined =>
    heads.find(({ firstServedAt }) => firstServedAt <= by) ?? heads.at(-1);
  const shownIn = (heads: readonly SnapshotHead[]): SnapshotHead | undefined => {
    const named = environments.find((environment) => heads.some((head) => head.environment === environment));
    const there = heads.filter((head) => head.environment === named);
    return lastShown(there.length > 0 ? there : heads);
  };
  for (const wanted of locales) {
    const shown = shownIn(newestFirst.filter(({ locale }) => locale === wanted));
    if (shown) return shown;
  }
  return shownIn(newestFirst);
}
