import type { ReconsentTrigger } from '@permesso/consent-core';
import type { Actor } from '../audit';
import type { NewRelease, NewReleasePlan, Release, ReleasePlan } from '../releases';

interface ByRow {
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor_name: string;
  approver_kind: Actor['kind'] | null;
  approver_id: string | null;
  approver_name: string | null;
  note: string | null;
  restores: number | null;
}

/** A release as the databases give it back. */
export interface ReleaseRow extends ByRow {
  number: number;
  content: string;
  policy_version: string;
  categories_version: string;
  trackers_version: string;
  documents_version: string;
  released_at: number | string;
  asks: string;
  touched: number | string;
}

export interface PlanRow extends ByRow {
  id: string;
  content: string;
  base: string;
  planned_at: number | string;
  publish_at: number | string | null;
  needs_approval: boolean | number;
  failure: string | null;
}

const LONGEST_NAME = 255;

export const actorColumns = (who: 'actor' | 'approver', actor: Actor | null) => ({
  [`${who}_kind`]: actor?.kind ?? null,
  [`${who}_id`]: actor?.id ?? null,
  [`${who}_name`]: actor?.name.slice(0, LONGEST_NAME) ?? null,
});

const actorsOf = (row: ByRow): Pick<Release, 'actor' | 'approver'> => ({
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  approver:
    row.approver_kind === null
      ? null
      : { kind: row.approver_kind, id: row.approver_id, name: row.approver_name ?? '' },
});

/** A text of no trigger is an empty one. */
const SEPARATOR = ' ';

export const releaseRow = (release: NewRelease, number: number, hash: string) => ({
  number,
  content: hash,
  policy_version: release.versions.policyVersion,
  categories_version: release.versions.categoriesVersion,
  trackers_version: release.versions.trackersVersion,
  documents_version: release.versions.documentsVersion,
  released_at: release.at.getTime(),
  ...actorColumns('actor', release.actor),
  ...actorColumns('approver', release.approver),
  note: release.note,
  restores: release.restores,
  asks: release.asks.join(SEPARATOR),
  touched: release.touched,
});

export const releaseOf = (row: ReleaseRow): Release => ({
  number: row.number,
  hash: row.content,
  versions: {
    policyVersion: row.policy_version,
    categoriesVersion: row.categories_version,
    trackersVersion: row.trackers_version,
    documentsVersion: row.documents_version,
  },
  at: new Date(Number(row.released_at)),
  ...actorsOf(row),
  note: row.note,
  restores: row.restores,
  asks: row.asks.split(SEPARATOR).filter(Boolean) as ReconsentTrigger[],
  touched: Number(row.touched),
});

export const planRow = (plan: NewReleasePlan, id: string, hash: string) => ({
  slot: 1,
  id,
  content: hash,
  base: plan.base,
  planned_at: plan.at.getTime(),
  ...actorColumns('actor', plan.actor),
  note: plan.note,
  restores: plan.restores,
  publish_at: plan.publishAt?.getTime() ?? null,
  needs_approval: plan.needsApproval,
});

export const planOf = (row: PlanRow): ReleasePlan => ({
  id: row.id,
  hash: row.content,
  base: row.base,
  at: new Date(Number(row.planned_at)),
  ...actorsOf(row),
  note: row.note,
  restores: row.restores,
  publishAt: row.publish_at === null ? null : new Date(Number(row.publish_at)),
  needsApproval: Boolean(row.needs_approval),
  failure: row.failure,
});
