import { edited, localized } from '../content-type-options';
import { customField } from '../uids';
import { LEGAL_PAGE_KINDS } from '../value-lists';

/** `kind`, slug and effective date are shared by all locales: a translation is the same document. */
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
  attributes: {
    title: { type: 'string', required: true, maxLength: 255, ...localized },
    slug: { type: 'string', required: true, maxLength: 100, regex: '^[a-z0-9][a-z0-9-]*$' },
    kind: {
      type: 'enumeration',
      enum: LEGAL_PAGE_KINDS,
      default: 'other',
      required: true,
    },
    effectiveDate: { type: 'date' },
    content: { type: 'customField', customField: customField('legal-markdown'), ...localized },
  },
} as const;
