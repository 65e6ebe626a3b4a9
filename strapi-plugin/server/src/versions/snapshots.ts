import type { ConsentConfig } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../content/hash';
import { pluginService } from '../plugin-service';
import { UIDS } from '../uids';
import { CACHE_MS } from './service';

/** A config as visitors of every country saw it: which model applied is in the record. */
export type SnapshotContent = Omit<ConsentConfig, 'jurisdiction'>;

/** Under what a visitor was shown something. */
export interface Showing {
  policyVersion: string;
  /** The locales that it may have been in, the likeliest first. */
  locales: readonly string[];
  /** The environment that the page named, and then the server's own. */
  environments: readonly string[];
}

export interface SnapshotsService {
  /** Stores what is about to be served, once for each distinct content and environment; answers with its hash. */
  keep(content: SnapshotContent, environment: string): Promise<string>;
  /** Whether this content was ever served in this environment. */
  isKept(hash: string, environment: string): Promise<boolean>;
  /**
   * The hash of what was shown last under this policy version: in that locale and environment, else in that locale,
   * else in that environment, else whatever was. Null where the version was never served.
   */
  idFor(showing: Showing): Promise<string | null>;
  /** Asks the database again about every snapshot: some were deleted. */
  forget(): void;
}

interface KeptRow {
  hash: string;
  policyVersion: string;
  visitorLocale: string;
  environment: string | null;
}

export const getSnapshotsService = pluginService<SnapshotsService>('snapshots');

export function snapshotsService({ strapi }: { strapi: Core.Strapi }): SnapshotsService {
  const query = () => strapi.db.query(UIDS.snapshot);
  // Not for longer than content is: the purge removes snapshots that nothing refers to.
  const found = new LRUCache<string, string>({ max: 1000, ttl: CACHE_MS });
  const kept = new LRUCache<string, true>({ max: 1000, ttl: CACHE_MS });

  // What a transaction shows may be rolled back, and is remembered by nobody before.
  const remembering = () => !strapi.db.inTransaction();

  const isKept = async (hash: string, environment: string): Promise<boolean> => {
    const key = `${hash} ${environment}`;
    if (kept.has(key)) return true;
    const row = await query().findOne({ where: { hash, environment }, select: ['id'] });
    if (row && remembering()) kept.set(key, true);
    return row !== null;
  };

  return {
    isKept,
    async keep(content, environment) {
      const hash = contentHash(content);
      if (await isKept(hash, environment)) return hash;
      const { versions, locale: visitorLocale } = content;
      const data = { hash, policyVersion: versions.policyVersion, visitorLocale, environment, content };
      try {
        await query().create({ data });
      } catch (error) {
        // Another instance serves the same content at the same moment; its row is as good as ours.
        if (!(await isKept(hash, environment))) throw error;
      }
      return hash;
    },
    async idFor(showing) {
      const key = JSON.stringify(showing);
      const known = found.get(key);
      if (known) return known;
      const rows = (await query().findMany({
        where: { policyVersion: showing.policyVersion },
        select: ['hash', 'policyVersion', 'visitorLocale', 'environment'],
        orderBy: { id: 'desc' },
      })) as KeptRow[];
      // MySQL and MariaDB find other cases too.
      const shown = rows.filter(({ policyVersion }) => policyVersion === showing.policyVersion);
      const hash = likeliest(shown, showing)?.hash ?? null;
      if (hash && remembering()) found.set(key, hash);
      return hash;
    },
    forget() {
      found.clear();
      kept.clear();
    },
  };
}

function likeliest(newestFirst: readonly KeptRow[], { locales, environments }: Showing): KeptRow | undefined {
  const shownIn = (rows: readonly KeptRow[]): KeptRow | undefined => {
    const known = environments.find((environment) => rows.some((row) => row.environment === environment));
    return rows.find((row) => row.environment === known) ?? rows[0];
  };
  for (const locale of locales) {
    const shown = shownIn(newestFirst.filter(({ visitorLocale }) => visitorLocale === locale));
    if (shown) return shown;
  }
  return shownIn(newestFirst);
}
