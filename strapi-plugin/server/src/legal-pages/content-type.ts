import { LEGAL_PAGE_FIELDS } from '../content/legal-page-fields';
import { attributesOf } from '../content/stored-field';
import { edited } from '../content-type-options';

export const legalPageSchema = {
  kind: 'collectionType',
  collectionName: 'consent_legal_pages',
  info: {
    singularName: 'legal-page',
    pluralName: 'legal-pages',
    displayName: 'Legal page',
    description: 'Privacy policy, cookie policy and the like, in Markdown with shortcodes',
  },
  options: { draftAndPublish: true },
  pluginOptions: edited,
  indexes: [{ name: 'consent_legal_pages_slug_idx', columns: ['slug'] }],
  attributes: attributesOf(LEGAL_PAGE_FIELDS),
} as const;
