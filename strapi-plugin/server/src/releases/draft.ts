import type { Core } from '@strapi/strapi';
import { databaseSource } from '../content/content-source';
import { contentHash } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import type { Actor } from '../evidence/audit';
import type { Release, ReleasePlan } from '../evidence/releases';
import { getPluginOptions } from '../options';
import type { Difference } from '../transfer/differences';
import { publishedFrom } from '../versions/service';
import { asContent, configurationFrom, type ReleasedConfiguration, sourceOf } from './configuration';
import { effectOf, type ReleaseEffect } from './effect';
import { isManual } from './served-release';
import { configurationOf, differencesBetween, type LanguageChange, languageChange } from './service';

/** What would become of publishing a configuration. */
export interface Step extends ReleaseEffect {
  differences: Difference[];
  /** The languages of the site, where they become others. */
  locales: LanguageChange | null;
}

/** A plan as JSON has it, and what it changes. */
export interface PlanDetails extends Step {
  id: string;
  at: string;
  actor: Actor;
  approver: Actor | null;
  note: string | null;
  restores: number | null;
  publishAt: string | null;
  needsApproval: boolean;
  failure: string | null;
  /** Somebody else has to approve it: whoever asks has planned it. */
  isOwn: boolean;
}

/** What waits to be published. */
export type Waiting =
  | { mode: 'on-save' }
  | ({
      mode: 'manual';
      /** Whether a second person approves. */
      approval: boolean;
      /** Number of the release that visitors are served. */
      latest: number;
      /** Names what waits: published later, it must still be the same. */
      basis: string;
      plan: PlanDetails | null;
    } & Step);

/** Reads what editors have saved, from the database. */
export const readDraft = async (strapi: Core.Strapi): Promise<ReleasedConfiguration> =>
  configurationFrom(strapi, await databaseSource(strapi));

/** What names a draft. It names the release it was compared with, too, so that nobody publishes past another one. */
export const basisOf = (draft: ReleasedConfiguration, last: Release): string =>
  contentHash([last.number, asContent(draft)]);

export async function stepTo(
  strapi: Core.Strapi,
  last: Release,
  configuration: ReleasedConfiguration,
): Promise<Step> {
  const published = await publishedFrom(strapi, sourceOf(strapi, configuration));
  const before = await configurationOf(strapi, last);
  return {
    differences: differencesBetween(before, configuration),
    locales: languageChange(before, configuration),
    ...(await effectOf(strapi, last, published, new Date())),
  };
}

export async function waiting(strapi: Core.Strapi, asking: Actor): Promise<Waiting> {
  const { releases } = getEvidenceStore(strapi);
  const last = await releases.latest();
  if (!isManual(strapi) || !last) return { mode: 'on-save' };
  const draft = await readDraft(strapi);
  const plan = await releases.plan();
  return {
    mode: 'manual',
    approval: getPluginOptions(strapi).releases.approval,
    latest: last.number,
    basis: basisOf(draft, last),
    plan: plan && (await planDetails(strapi, last, plan, asking)),
    ...(await stepTo(strapi, last, draft)),
  };
}

async function planDetails(
  strapi: Core.Strapi,
  last: Release,
  { hash, base: _, at, publishAt, ...plan }: ReleasePlan,
  asking: Actor,
): Promise<PlanDetails> {
  return {
    ...plan,
    at: at.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
    isOwn: isSamePerson(plan.actor, asking),
    ...(await stepTo(strapi, last, await configurationOf(strapi, { hash }))),
  };
}

export const isSamePerson = (a: Actor, b: Actor): boolean => a.kind === b.kind && a.id === b.id;
