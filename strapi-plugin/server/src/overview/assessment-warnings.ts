import type { AssessmentFault } from '../assessments/assessment';
import { faultOf } from '../assessments/validity';
import type { Content } from '../content/site-content';
import { UIDS } from '../uids';
import type { WarningInParts } from './warning';

const WHY: Record<AssessmentFault, string> = {
  missing: 'and nobody has assessed it',
  unmet: 'and its assessment says that a criterion is not met',
  overdue: 'and its assessment is older than a year, or was to be renewed',
  trackers: 'and has trackers that its assessment does not know, or that have changed since',
  criteria: 'and its assessment answers earlier criteria',
};

/** Categories that could be exempt from consent, and ask for it since no assessment of them holds. */
export const assessmentWarnings = (content: Content, now: Date): WarningInParts[] =>
  content.categories.flatMap(({ documentId, shared }) => {
    if (shared.purpose !== 'audience-measurement' || shared.required) return [];
    const fault = faultOf(content, shared.key, now);
    if (!fault) return [];
    return [
      {
        code: fault === 'missing' || fault === 'unmet' ? 'assessment-missing' : 'assessment-outdated',
        message: `Category "${shared.key}" measures the audience, ${WHY[fault]}: visitors are asked for consent everywhere.`,
        subject: shared.label || shared.key,
        uid: UIDS.category,
        documentId,
        field: 'purpose',
      },
    ];
  });
