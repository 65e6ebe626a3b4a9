import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { moment } from '../database/moment';
import { UIDS } from '../uids';
import type { SnapshotContent } from './snapshots';

/** What a version changed in what visitors are shown. */
export type VersionChange =
  | 'enabled'
  | 'categories'
  | 'trackers'
  | 'documents'
  | 'banner'
  | 'reconsent'
  | 'recording'
  | 'consentMode'
  | 'cookie';

/** One policy version that was served. */
export interface ServedVersion {
  versions: ConsentVersions;
  /** First served, as ISO 8601. */
  since: string;
  /** What differs from the version before; empty where only another language or an asking again differs. */
  changed: VersionChange[];
  /** Which of the versions that make a decision stale differ from the version before. */
  material: (keyof ConsentVersions)[];
}

/** How many snapshots are read, and how many versions are told of. */
const SNAPSHOTS = 100;
const SHOWN = 20;

const PARTS = [
  'enabled',
  'categories',
  'trackers',
  'banner',
  'reconsent',
  'recording',
  'consentMode',
  'cookie',
];
const MATERIAL = ['documentsVersion', 'categoriesVersion', 'trackersVersion'] as const;

interface SnapshotRow {
  policyVersion: string;
  visitorLocale: string;
  environment: string | null;
  content: SnapshotContent;
  createdAt: unknown;
}

/** The versions that visitors were served of late, newest first, each compared with the one before it. */
export async function servedVersions(strapi: Core.Strapi): Promise<ServedVersion[]> {
  const rows = (await strapi.db.query(UIDS.snapshot).findMany({
    orderBy: { id: 'desc' },
    limit: SNAPSHOTS,
  })) as SnapshotRow[];
  const byVersion = new Map<string, SnapshotRow[]>();
  for (const row of rows.reverse()) {
    byVersion.set(row.policyVersion, [...(byVersion.get(row.policyVersion) ?? []), row]);
  }
  const served = [...byVersion.values()].map((own, index, all) => compared(own, all[index - 1]));
  return served.slice(-SHOWN).reverse();
}

function compared(own: SnapshotRow[], before: SnapshotRow[] | undefined): ServedVersion {
  const first = own[0] as SnapshotRow;
  const { versions } = first.content;
  const since = moment(first.createdAt).toISOString();
  if (!before) return { versions, since, changed: [], material: [] };
  const old = (before[0] as SnapshotRow).content.versions;
  const material = MATERIAL.filter((name) => old[name] !== versions[name]);
  const changed = new Set<VersionChange>(material.includes('documentsVersion') ? ['documents'] : []);
  for (const row of own) {
    const same = before.find(
      ({ visitorLocale, environment }) =>
        visitorLocale === row.visitorLocale && environment === row.environment,
    );
    if (same) for (const part of differing(same.content, row.content)) changed.add(part);
  }
  return { versions, since, changed: [...changed], material };
}

const differing = (before: SnapshotContent, after: SnapshotContent): VersionChange[] =>
  (PARTS as (keyof SnapshotContent & VersionChange)[]).filter(
    (part) => contentHash(before[part]) !== contentHash(after[part]),
  );

/** Since when each of the four versions has been served without a break, as far back as `served` reaches. */
export function servedSince(
  current: ConsentVersions,
  served: readonly ServedVersion[],
): Record<keyof ConsentVersions, string | null> {
  const since = (name: keyof ConsentVersions) => {
    const end = served.findIndex(({ versions }) => versions[name] !== current[name]);
    return served.slice(0, end === -1 ? undefined : end).at(-1)?.since ?? null;
  };
  return {
    policyVersion: since('policyVersion'),
    categoriesVersion: since('categoriesVersion'),
    trackersVersion: since('trackersVersion'),
    documentsVersion: since('documentsVersion'),
  };
}
