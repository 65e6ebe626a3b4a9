import type { Core } from '@strapi/strapi';

/** Finds what a query's conditions need to have read beside the row itself. */
type PopulateBuilder = (uid: string) => {
  populateFromQuery(query: object): { build(): Promise<object | undefined> };
};

/**
 * The rows of a document in all languages, with all that the conditions of a role ask of them, such as their creators.
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
  const builderFor = strapi
    .plugin('content-manager')
    .service('populate-builder') as unknown as PopulateBuilder;
  const populate = await builderFor(uid).populateFromQuery(query).build();
  return strapi.db.query(uid).findMany({ where: { documentId }, populate });
}
