import type { Core } from '@strapi/strapi';
import { auditBefore } from '../audit/trail';
import { type Assessment, assessmentOf } from '../content/assessments';
import { createDocumentId } from '../database/document-id';
import { UIDS } from '../uids';

/** The assessments of a category, newest first. */
export async function assessmentsOf(strapi: Core.Strapi, category: string): Promise<Assessment[]> {
  const rows: Record<string, unknown>[] = await strapi.db
    .query(UIDS.assessment)
    .findMany({ where: { category }, orderBy: { id: 'desc' }, limit: 20 });
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
