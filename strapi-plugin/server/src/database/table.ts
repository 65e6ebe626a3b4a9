import type { Core } from '@strapi/strapi';

export type Connection = Core.Strapi['db']['connection'];
export type Transaction = Parameters<Parameters<Connection['transaction']>[0]>[0];

export type Query = ReturnType<Core.Strapi['db']['getConnection']>;

export interface TableColumns {
  table: string;
  /** The column of an attribute. @throws when the content type has no such attribute. */
  column(attribute: string): string;
}

/** The table and columns of a content type, as Strapi named them. */
export function columnsOf(strapi: Core.Strapi, uid: string): TableColumns {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  return {
    table: tableName,
    column(attribute) {
      const found = attributes[attribute];
      if (!found) throw new Error(`consent: ${uid} has no attribute "${attribute}".`);
      return ('columnName' in found && found.columnName) || attribute;
    },
  };
}
