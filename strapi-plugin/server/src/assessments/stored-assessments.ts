import type { Core } from '@strapi/strapi';
import { auditBefore } from '../audit/trail';
import { createDocumentId } from '../database/document-id';
import { moment } from '../database/moment';
import { UIDS } from '../uids';
import type { Assessment } from './assessment';

interface AssessmentRow extends Omit<Assessment, 'id' | 'assessedAt'> {
  documentId: string;
  assessedAt: unknown;
}

const assessmentOf = ({ documentId, ...row }: AssessmentRow): Assessment => ({
  id: documentId,
  category: row.category,
  criteria: row.criteria,
  answers: row.answers,
  trackers: row.trackers,
  assessedAt: moment(row.assessedAt),
  assessedBy: row.assessedBy,
  assessedByName: row.assessedByName,
  renewBy: row.renewBy,
});

/**
 * The newest assessment of each category, by its key.
 *
 * @param until of those that there were at this moment; all where it is left out
 */
export async function readAssessments(strapi: Core.Strapi, until?: Date): Promise<Map<string, Assessment>> {
  const rows = (await strapi.db
    .query(UIDS.assessment)
    .findMany({ orderBy: { id: 'asc' } })) as AssessmentRow[];
  const assessments = rows.map(assessmentOf).filter(({ assessedAt }) => !until || assessedAt <= until);
  return new Map(assessments.map((one) => [one.category, one]));
}

/** The assessments of a category, newest first. */
export async function assessmentsOf(strapi: Core.Strapi, category: string): Promise<Assessment[]> {
  const rows = (await strapi.db
    .query(UIDS.assessment)
    .findMany({ where: { category }, orderBy: { id: 'desc' }, limit: 20 })) as AssessmentRow[];
  return rows.map(assessmentOf);
}

/**
 * Stores an assessment. The audit trail has it first, with all of its answers: nothing is exempt of which nobody can say by whom.
 *
 * @throws where the trail cannot be written: then nothing is stored.
 */
export async function storeAssessment(
  strapi: Core.Strapi,
  assessment: Omit<Assessment, 'id'>,
): Promise<Assessment> {
  const documentId = createDocumentId();
  const [before] = await assessmentsOf(strapi, assessment.category);
  const changes = (['criteria', 'answers', 'trackers', 'renewBy'] as const).map((path) => ({
    path,
    before: before?.[path] ?? null,
    after: assessment[path],
  }));
  const subject = { uid: UIDS.assessment, id: documentId, title: assessment.category, locale: null };
  await auditBefore(strapi, { action: 'assess', subject, changes });
  await strapi.db.query(UIDS.assessment).create({ data: { documentId, ...assessment } });
  return { id: documentId, ...assessment };
}
