import type { AssessedTracker, Assessment } from '../content/assessments';
import { canonicalJson } from '../content/hash';
import type { EvidenceDocument } from '../evidence/document';
import { CRITERIA, CRITERIA_VERSION, latestRenewal } from './criteria';

/** Why an assessment does not count, or does no longer. */
export type AssessmentFault = 'missing' | 'unmet' | 'overdue' | 'trackers' | 'criteria';

/**
 * Whether a category is exempt by an assessment: all of the criteria of today are met, all its trackers were assessed
 * and do what they did then, and it is not older than a year, or than the day by which it was to be renewed. Null where it is.
 *
 * @param trackers those of the category that are switched on, as they stand in what is judged
 */
export function assessmentFault(
  assessment: Assessment | undefined,
  trackers: readonly Pick<AssessedTracker, 'id' | 'hash'>[],
  now: Date,
): AssessmentFault | null {
  if (!assessment) return 'missing';
  if (assessment.criteria !== CRITERIA_VERSION) return 'criteria';
  if (!CRITERIA.every((criterion) => assessment.answers[criterion]?.met === true)) return 'unmet';
  const last = [assessment.renewBy, latestRenewal(assessment.assessedAt)].sort()[0] ?? '';
  if (!(now.toISOString().slice(0, 10) <= last)) return 'overdue';
  const assessed = new Map(assessment.trackers.map(({ id, hash }) => [id, hash]));
  return trackers.every(({ id, hash }) => assessed.get(id) === hash) ? null : 'trackers';
}

/** What the evidence keeps of an assessment: snapshots name it by the hash of this text. */
export function assessmentDocument({ id: _, assessedAt, ...assessment }: Assessment): EvidenceDocument {
  const text = canonicalJson({
    type: 'permesso-assessment-v1',
    ...assessment,
    assessedAt: assessedAt.toISOString(),
  });
  return { role: 'assessment', mediaType: 'application/json', text };
}
