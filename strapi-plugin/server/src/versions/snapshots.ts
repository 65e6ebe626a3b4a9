import type { ConsentConfig } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { UIDS } from '../schema';
import { contentHash } from './hash';
import { CACHE_MS } from './service';

/** A config as visitors of every country saw it: which model applied is in the record. */
export type SnapshotContent = Omit<ConsentConfig, 'jurisdiction'>;

export interface SnapshotsService {
  /** Stores what is about to be served, once for each distinct content, and answers with its hash. */
  keep(content: SnapshotContent): Promise<string>;
  /** The hash of what a visitor of this policy version and locale was shown, or null. */
  idFor(policyVersion: string, locale: string | null): Promise<string | null>;
  /** Whether this policy version was ever served. */
  isKnown(policyVersion: string): Promise<boolean>;
}

export function snapshotsService({ strapi }: { strapi: Core.Strapi }): SnapshotsService {
  const query = () => strapi.db.query(UIDS.snapshot);
  // Not for longer than content is: the purge removes snapshots that nothing refers to.
  const found = new LRUCache<string, string>({ max: 1000, ttl: CACHE_MS });

  // What a transaction wrote may be rolled back, and is remembered by nobody before.
  const remember = (key: string, hash: string): void => {
    if (!strapi.db.inTransaction()) found.set(key, hash);
  };

  const idFor = async (policyVersion: string, locale: string | null): Promise<string | null> => {
    const key = `${policyVersion}:${locale ?? ''}`;
    const known = found.get(key);
    if (known) return known;
    const rows = (await query().findMany({
      where: { policyVersion, ...(locale ? { visitorLocale: locale } : {}) },
      select: ['hash'],
      orderBy: { id: 'desc' },
      limit: 1,
    })) as { hash: string }[];
    const hash = rows[0]?.hash ?? (locale ? await idFor(policyVersion, null) : null);
    if (hash) remember(key, hash);
    return hash;
  };

  return {
    async keep(content) {
      const hash = contentHash(content);
      await insertOnce(strapi, hash, content);
      // Options may have changed what this version looks like; the latest is what visitors see from now on.
      remember(`${content.versions.policyVersion}:${content.locale}`, hash);
      return hash;
    },
    idFor,
    isKnown: async (policyVersion) => (await idFor(policyVersion, null)) !== null,
  };
}

async function insertOnce(strapi: Core.Strapi, hash: string, content: SnapshotContent): Promise<void> {
  const exists = () => strapi.db.query(UIDS.snapshot).findOne({ where: { hash }, select: ['id'] });
  if (await exists()) return;
  try {
    await strapi.db.query(UIDS.snapshot).create({
      data: { hash, policyVersion: content.versions.policyVersion, visitorLocale: content.locale, content },
    });
  } catch (error) {
    // Another instance serves the same content at the same moment; its row is as good as ours.
    if (!(await exists())) throw error;
  }
}
