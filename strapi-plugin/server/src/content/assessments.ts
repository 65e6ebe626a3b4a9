import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import { documentOf, instant, line, type RowOf, required, structure, wholeNumber } from './stored-field';

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
  /** What it did then. */
  hash: string;
}

/** Why categories need no consent, each as one person has said on one day: a line a field. */
export const ASSESSMENT_FIELDS = {
  /** Key of the category. */
  category: required(line(50)),
  /** Which criteria were answered, by the number of their version. */
  criteria: required(wholeNumber()),
  /** By the names of the criteria. */
  answers: required(structure<Record<string, CriterionAnswer>>()),
  trackers: required(structure<AssessedTracker[]>()),
  assessedAt: required(instant()),
  /** Document id of the administrator. */
  assessedBy: required(line(255)),
  /** The name at that time. */
  assessedByName: required(line(255)),
  /** `YYYY-MM-DD`: the last day on which it counts. */
  renewBy: required(line(10)),
};

export interface Assessment extends RowOf<typeof ASSESSMENT_FIELDS> {
  id: string;
}

export function assessmentOf(row: Record<string, unknown>): Assessment {
  const { documentId: id, ...said } = documentOf(ASSESSMENT_FIELDS, row);
  return { id, ...said };
}

/**
 * The newest assessment of each category, by its key.
 *
 * @param until of those that there were at this moment; all where it is left out
 */
export async function readAssessments(strapi: Core.Strapi, until?: Date): Promise<Map<string, Assessment>> {
  const rows: Record<string, unknown>[] = await strapi.db
    .query(UIDS.assessment)
    .findMany({ orderBy: { id: 'asc' } });
  const assessments = rows.map(assessmentOf).filter(({ assessedAt }) => !until || assessedAt <= until);
  return new Map(assessments.map((one) => [one.category, one]));
}
