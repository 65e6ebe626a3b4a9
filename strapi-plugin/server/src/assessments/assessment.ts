import { canonicalJson } from '../content/hash';
import type { EvidenceDocument } from '../evidence/document';
import { CRITERIA, CRITERIA_VERSION, type Criterion, latestRenewal } from './criteria';

/** How a category stands to one criterion, by the word of who assessed it. */
export interface CriterionAnswer {
  met: boolean;
  /** How that is so: a setting, a contract, a page. */
  note: string | null;
}

/** A tracker that was assessed. */
export interface AssessedTracker {
  /** Its document id. */
  id: string;
  name: string;
  /** What it did then; see `trackerHash`. */
  hash: string;
}

/** Why a category needs no consent, as one person has said on one day. */
export interface Assessment {
  id: string;
  /** Key of the category. */
  category: string;
  /** Which criteria were answered; see `CRITERIA_VERSION`. */
  criteria: number;
  answers: Record<Criterion, CriterionAnswer>;
  trackers: AssessedTracker[];
  assessedAt: Date;
  /** Document id of the administrator. */
  assessedBy: string;
  /** The name at that time. */
  assessedByName: string;
  /** `YYYY-MM-DD`: the last day on which it counts. */
  renewBy: string;
}

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
