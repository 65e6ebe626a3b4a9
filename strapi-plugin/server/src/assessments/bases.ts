import { type BasesByPlace, basesByPlace } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { publishedContent } from '../content/published-content';
import type { Content } from '../content/site-content';
import { getPluginOptions } from '../options';
import { jurisdictionOf } from '../settings/service';
import { type Assessment, type AssessmentFault, assessmentFault } from './assessment';

/** Document ids of the trackers of a category that visitors may meet. */
export const trackersOf = ({ trackers }: Content, category: string): string[] =>
  trackers
    .filter(({ shared }) => shared.enabled && shared.category?.key === category)
    .map(({ documentId }) => documentId);

/** Why a category is not exempt from consent anywhere; null where its newest assessment holds. */
export const faultOf = (content: Content, category: string, now: Date): AssessmentFault | null =>
  assessmentFault(content.assessments.get(category), trackersOf(content, category), now);

/** The assessments that hold, of categories whose owner says that they measure an audience. */
export const validAssessments = (content: Content, now: Date): Assessment[] =>
  content.categories.flatMap(({ shared }) => {
    const assessment = content.assessments.get(shared.key);
    const measures = shared.purpose === 'audience-measurement' && !shared.required;
    return assessment && measures && faultOf(content, shared.key, now) === null ? [assessment] : [];
  });

/** What categories rest on where that is not consent: all that the config of a place says of it, and that evidence keeps. */
export function contentBases(strapi: Core.Strapi, content: Content, now: Date): BasesByPlace {
  const { proposals } = getPluginOptions(strapi).jurisdiction;
  const jurisdiction = jurisdictionOf(getPluginOptions(strapi), content.settings?.shared);
  return basesByPlace(
    publishedContent(content, content.locales.default).categories,
    { ...jurisdiction, proposals, now: () => now.getTime() / 1000 },
    (key) => faultOf(content, key, now) === null,
  );
}
