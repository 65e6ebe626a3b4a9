import type { Core } from '@strapi/strapi';
import { isOwnType } from '../uids';

interface GraphqlExtension {
  shadowCRUD(uid: string): { disable(): unknown };
}

/**
 * Where the GraphQL plugin is installed, it offers queries and mutations for every content type there is. The plugin's
 * own have one public way in, and that has rules: none of them becomes a type of the schema. To be called in register().
 */
export function keepOutOfGraphql(strapi: Core.Strapi): void {
  const graphql = strapi.plugin('graphql');
  if (!graphql) return;
  const { shadowCRUD } = graphql.service<GraphqlExtension>('extension');
  for (const uid of Object.keys(strapi.contentTypes).filter(isOwnType)) shadowCRUD(uid).disable();
}
