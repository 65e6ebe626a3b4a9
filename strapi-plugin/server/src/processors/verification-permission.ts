import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker } from '../http/admin';
import { documentRows } from '../http/document-rows';
import { errors } from '../http/errors';
import { UIDS } from '../uids';
import { noSuchProcessor } from './verification';

/**
 * What the content manager would answer. All languages share the verification, so it is seen by whoever may read the
 * processor in one of them, and said or taken back by those who may update it in all.
 *
 * @throws {errors.NotFoundError} where there is no such processor.
 * @throws {errors.ForbiddenError} where the role may not do this to it.
 */
export async function checkVerification(
  strapi: Core.Strapi,
  ctx: Context,
  action: 'read' | 'update',
): Promise<void> {
  const { can, sanitizedQuery } = contentChecker(strapi, ctx, UIDS.processor);
  const query = await sanitizedQuery[action]({});
  const rows = await documentRows(strapi, UIDS.processor, ctx.params.documentId, query);
  if (rows.length === 0) throw noSuchProcessor();
  const allowed =
    action === 'read' ? rows.some((row) => can.read(row)) : rows.every((row) => can.update(row));
  if (!allowed) throw new errors.ForbiddenError();
}
