import type { Core } from '@strapi/strapi';

/** Finds what a query's conditions need to have read beside the row itself. */
type PopulateBuilder = (uid: string) => {
  populateFromQuery(query: object): { build(): Promise<object | undefined> };
};

/**
 * What the conditions of a role ask of a row beside itself, such as its creator, to be populated.
 *
 * @param query as the role's checker has sanitized it
 */
export function askedByConditions(
  strapi: Core.Strapi,
  uid: string,
  query: object,
): Promise<object | undefined> {
  const builderFor = strapi
    .plugin('content-manager')
    .service('populate-builder') as unknown as PopulateBuilder;
  return builderFor(uid).populateFromQuery(query).build();
}

/**
 * The rows of a document in all languages, with all that the conditions of a role ask of them.
 *
 * @param query as the role's checker has sanitized it
 */
export async function documentRows(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  query: object,
): Promise<{ locale?: string | null }[]> {
  // PostgreSQL refuses NUL even in a comparison.
  if (documentId.includes('\0')) return [];
  const populate = await askedByConditions(strapi, uid, query);
  return strapi.db.query(uid).findMany({ where: { documentId }, populate });
}
