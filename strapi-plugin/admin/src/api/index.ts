import { adminApi } from '@strapi/strapi/admin';

/** What answers tell of. An act names what it changes, and whatever is shown of that is asked again. */
const TAGS = [
  // What is served or waits to be: settings, catalogue, register, legal pages, releases, and what they come to.
  'ConsentContent',
  'ConsentRecords',
  'ConsentScans',
  'ConsentRoles',
  'ConsentPreviews',
  // Strapi's own, of its homepage: every write of the content manager has it asked again.
  'RecentDocumentList',
] as const;

/** Strapi's own cache of what the server answers; each feature adds its endpoints beside the pages that use them. */
export const consentApi = adminApi.enhanceEndpoints({ addTagTypes: TAGS });

/** The tags of an answer that another one takes the place of once content is saved, wherever in the admin. */
export const CONTENT = ['ConsentContent', 'RecentDocumentList'] as const;

/** For a query: what was shown before is not shown again, a page that is opened asks anew. */
export const FRESH = { keepUnusedDataFor: 0 } as const;
