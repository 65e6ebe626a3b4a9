import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker, forbid } from '../http/admin';
import { documentRows } from '../http/document-rows';
import { invalidValue } from '../http/invalid-input';
import { UIDS } from '../uids';
import type { FoundTracker } from './finding-details';

/** A tracker that is to stand in another category. */
export interface Move {
  tracker: FoundTracker;
  /** Key of the category. */
  category: string;
}

/**
 * Puts a tracker into another category for an administrator.
 *
 * @returns false where the role may not, which has been answered.
 * @throws {errors.ValidationError} where there is no such category, or the tracker is in it.
 */
export async function moveTracker(
  strapi: Core.Strapi,
  ctx: Context,
  { tracker, category }: Move,
): Promise<boolean> {
  if (category === tracker.category) throw wrongCategory(`The tracker is in "${category}" already`);
  const target = await strapi.db
    .query(UIDS.category)
    .findOne({ where: { key: category }, select: ['documentId'] });
  if (!target) throw wrongCategory(`There is no category "${category}"`);
  const { documentId } = tracker;
  const { can, sanitizedQuery } = contentChecker(strapi, ctx, UIDS.tracker);
  const rows = await documentRows(strapi, UIDS.tracker, documentId, await sanitizedQuery.update({}));
  const [row] = rows;
  if (!row || !rows.every((one) => can.update(one, 'category')))
    return forbid(ctx, 'Your role may not change the category of this tracker');
  const data: Record<string, unknown> = { category: target.documentId };
  // In a language that it has: in another one the write would make it anew, without its texts.
  await strapi.documents(UIDS.tracker).update({ documentId, locale: row.locale ?? undefined, data });
  return true;
}

const wrongCategory = (sentence: string): Error => invalidValue(['category'], sentence);
