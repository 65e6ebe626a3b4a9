import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import type { Assessment } from '../content/assessments';
import { plainText } from '../content/plain-text';
import { adminBody, administrator, contentChecker, forbid, nameOf } from '../http/admin';
import { errors } from '../http/errors';
import { invalidValue } from '../http/invalid-input';
import { UIDS } from '../uids';
import { readEdited } from '../versions/service';
import type { AssessmentFault } from './assessment';
import { CRITERIA, CRITERIA_VERSION, type Criterion, latestRenewal } from './criteria';
import { assessmentsOf, storeAssessment } from './stored-assessments';
import { faultOf, trackersOf } from './validity';

/** What the admin shows beside a category. */
export interface AssessmentView {
  purpose: string | null;
  /** Why the category is not exempt; null where it is. */
  fault: AssessmentFault | null;
  /** The trackers that an assessment of today is about. */
  trackers: Assessment['trackers'];
  /** `YYYY-MM-DD`: how long one of today can hold. */
  latestRenewal: string;
  /** Newest first. */
  assessments: Assessment[];
}

const answer = z.strictObject({ met: z.boolean(), note: plainText.trim().max(2000).nullable() });

const newAssessment = z.strictObject({
  answers: z.strictObject(
    Object.fromEntries(CRITERIA.map((criterion) => [criterion, answer])) as Record<Criterion, typeof answer>,
  ),
  /** As they stood when the form was opened: what has come or changed since is not assessed. */
  trackers: z.array(z.strictObject({ id: z.string(), hash: z.string() })).max(2000),
  renewBy: z.iso.date('use a date as YYYY-MM-DD'),
});

/** What the form sends. */
export type NewAssessment = z.input<typeof newAssessment>;

/** The assessment of a category, as the admin reads and writes it. The routes check the permissions. */
export const assessmentsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    ctx.body = await viewOf(strapi, String(ctx.params.id), new Date());
  },

  async create(ctx: Context): Promise<void> {
    const now = new Date();
    if (!(await isOfRole(strapi, ctx))) return;
    const { key, trackers: present } = await categoryOf(strapi, String(ctx.params.id));
    const { answers, trackers, renewBy } = adminBody(newAssessment, ctx);
    const today = now.toISOString().slice(0, 10);
    if (renewBy <= today || renewBy > latestRenewal(now)) {
      throw invalidValue(['renewBy'], `Renew it after today, and by ${latestRenewal(now)} at the latest.`);
    }
    const who = administrator(ctx);
    await storeAssessment(strapi, {
      category: key,
      criteria: CRITERIA_VERSION,
      answers,
      trackers: present.filter((one) => trackers.some(({ id, hash }) => id === one.id && hash === one.hash)),
      assessedAt: now,
      assessedBy: who.documentId,
      assessedByName: nameOf(who),
      renewBy,
    });
    ctx.status = 201;
    ctx.body = await viewOf(strapi, String(ctx.params.id), now);
  },
});

/** A role may be limited to some categories: whether this is one of them; else the answer is 403. */
async function isOfRole(strapi: Core.Strapi, ctx: Context): Promise<boolean> {
  const rows: object[] = await strapi.db.query(UIDS.category).findMany({
    where: { documentId: String(ctx.params.id) },
    populate: { createdBy: { populate: { roles: true } } },
  });
  const { can } = contentChecker(strapi, ctx, UIDS.category);
  // An assessment has no language. What is not there is answered by 404.
  const isOneOfIts = rows.length === 0 || rows.some((row) => can.read(row));
  return isOneOfIts || forbid(ctx, 'Your role may not assess this category');
}

async function viewOf(strapi: Core.Strapi, documentId: string, now: Date): Promise<AssessmentView> {
  const { key, purpose, trackers, content } = await categoryOf(strapi, documentId);
  const assessments = await assessmentsOf(strapi, key);
  const [newest] = assessments;
  // As it stands in the database: what is cached may be older than what was just stored.
  const known = { ...content, assessments: new Map(newest ? [[key, newest]] : []) };
  return {
    purpose,
    fault: faultOf(known, key, now),
    trackers,
    latestRenewal: latestRenewal(now),
    assessments,
  };
}

/** @throws {errors.NotFoundError} where there is no such category. */
async function categoryOf(strapi: Core.Strapi, documentId: string) {
  const { content } = await readEdited(strapi);
  const category = content.categories.find((one) => one.documentId === documentId);
  if (!category) throw new errors.NotFoundError('There is no such category.');
  const { key, purpose } = category.shared;
  return { key, purpose, trackers: trackersOf(content, key), content };
}
