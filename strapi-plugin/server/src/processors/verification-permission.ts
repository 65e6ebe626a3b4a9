import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker } from '../http/admin';
import { errors } from '../http/errors';
import { UIDS } from '../uids';
import { noSuchProcessor } from './verification';

/** Finds what a query's conditions need to have read beside the row itself. */
type PopulateBuilder = (uid: string) => {
  populateFromQuery(query: object): { build(): Promise<object | undefined> };
};

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
  const rows = await judgedRows(strapi, ctx.params.documentId, await sanitizedQuery[action]({}));
  if (rows.length === 0) throw noSuchProcessor();
  const allowed =
    action === 'read' ? rows.some((row) => can.read(row)) : rows.every((row) => can.update(row));
  if (!allowed) throw new errors.ForbiddenError();
}

/** The rows with all that the conditions of the role ask of them, such as their creators. */
async function judgedRows(strapi: Core.Strapi, documentId: string, query: object): Promise<object[]> {
  // PostgreSQL refuses NUL even in a comparison.
  if (documentId.includes('\0')) return [];
  const builderFor = strapi
    .plugin('content-manager')
    .service('populate-builder') as unknown as PopulateBuilder;
  const populate = await builderFor(UIDS.processor).populateFromQuery(query).build();
  return strapi.db.query(UIDS.processor).findMany({ where: { documentId }, populate });
}
