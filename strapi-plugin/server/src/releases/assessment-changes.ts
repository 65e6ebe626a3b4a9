import type { Core } from '@strapi/strapi';
import type { AssessmentFault } from '../assessments/assessment';
import { faultOf, validAssessments } from '../assessments/validity';
import { type Assessment, readAssessments } from '../content/assessments';
import { type Content, loadContent } from '../content/site-content';
import type { Release } from '../evidence/releases';
import { type ReleasedConfiguration, sourceOf } from './configuration';
import { configurationOf } from './service';

/** What became of a category's exemption from consent between two releases. */
export interface AssessmentChange {
  /** Key of the category. */
  category: string;
  change: 'began' | 'renewed' | 'ended';
  /** Who assessed it; of one that ended, who had. */
  by: string;
  /** When that was, as ISO 8601. */
  assessedAt: string;
  /** Why it ended; `purpose` where the category is no longer one that measures an audience. Null where it did not. */
  reason: AssessmentFault | 'purpose' | null;
}

/** A release with all that it publishes. */
export interface WholeRelease {
  release: Release;
  configuration: ReleasedConfiguration;
}

/** Assessments are no part of what editors publish, though visitors are served another policy by them: a release may be of nothing else. */
export async function assessmentChanges(
  strapi: Core.Strapi,
  before: WholeRelease,
  after: WholeRelease,
): Promise<AssessmentChange[]> {
  const [old, own] = [await contentOf(strapi, before), await contentOf(strapi, after)];
  const held = byCategory(validAssessments(old, before.release.at));
  const holds = byCategory(validAssessments(own, after.release.at));
  return [...new Set([...held.keys(), ...holds.keys()])].sort().flatMap((category): AssessmentChange[] => {
    const [former, now] = [held.get(category), holds.get(category)];
    if (now) {
      if (former?.id === now.id) return [];
      return [{ ...told(now), change: former ? 'renewed' : 'began', reason: null }];
    }
    const reason = faultOf(own, category, after.release.at) ?? 'purpose';
    return former ? [{ ...told(former), change: 'ended', reason }] : [];
  });
}

/** The same of a release that publishes what the one before it did: nothing else says what it is about. None of any other. */
export async function madeByAssessments(
  strapi: Core.Strapi,
  before: Release | undefined,
  release: Release,
): Promise<AssessmentChange[]> {
  if (before?.hash !== release.hash) return [];
  const configuration = await configurationOf(strapi, release);
  return assessmentChanges(strapi, { release: before, configuration }, { release, configuration });
}

/** As it was then, with the assessments that there were. */
async function contentOf(strapi: Core.Strapi, { release, configuration }: WholeRelease): Promise<Content> {
  const content = await loadContent(strapi, sourceOf(strapi, configuration));
  return { ...content, assessments: await readAssessments(strapi, release.at) };
}

const byCategory = (assessments: readonly Assessment[]): Map<string, Assessment> =>
  new Map(assessments.map((one) => [one.category, one]));

const told = ({ category, assessedByName: by, assessedAt }: Assessment) => ({
  category,
  by,
  assessedAt: assessedAt.toISOString(),
});
