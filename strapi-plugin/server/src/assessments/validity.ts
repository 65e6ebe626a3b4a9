import type { AssessedTracker, Assessment } from '../content/assessments';
import type { Content } from '../content/site-content';
import { type AssessmentFault, assessmentFault } from './assessment';
import { trackerHash } from './tracker-hash';

/** The trackers of a category that visitors may meet, as they stand in this content. */
export const trackersOf = ({ trackers }: Content, category: string): AssessedTracker[] =>
  trackers
    .filter(({ shared }) => shared.enabled && shared.category?.key === category)
    .map((tracker) => ({
      id: tracker.documentId,
      name: tracker.shared.name,
      hash: trackerHash(tracker),
    }));

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
