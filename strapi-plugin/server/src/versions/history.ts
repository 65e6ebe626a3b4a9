import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import type { Snapshot, SnapshotContent } from '../evidence/store';

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

/** The versions that visitors were served of late, newest first, each compared with the one before it. */
export async function servedVersions(strapi: Core.Strapi): Promise<ServedVersion[]> {
  const latest = await getEvidenceStore(strapi).snapshots.latest(SNAPSHOTS);
  const byVersion = new Map<string, Snapshot[]>();
  for (const snapshot of latest.reverse()) {
    byVersion.set(snapshot.policyVersion, [...(byVersion.get(snapshot.policyVersion) ?? []), snapshot]);
  }
  const served = [...byVersion.values()].map((own, index, all) => compared(own, all[index - 1]));
  return served.slice(-SHOWN).reverse();
}

function compared(own: Snapshot[], before: Snapshot[] | undefined): ServedVersion {
  const first = own[0] as Snapshot;
  const { versions } = first.content;
  const since = first.firstServedAt.toISOString();
  if (!before) return { versions, since, changed: [], material: [] };
  const old = (before[0] as Snapshot).content.versions;
  const material = MATERIAL.filter((name) => old[name] !== versions[name]);
  const changed = new Set<VersionChange>(material.includes('documentsVersion') ? ['documents'] : []);
  for (const { locale, environment, content } of own) {
    const same = before.find((one) => one.locale === locale && one.environment === environment);
    if (same) for (const part of differing(same.content, content)) changed.add(part);
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
