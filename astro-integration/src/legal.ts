/**
 * Legal pages as HTML: converters for the nodes that `@permesso/consent-core/legal` and the CMS give. Pure: usable in
 * any server code, for pages that are not made with the components.
 */
export {
  consentBlockConverters,
  consentTableConverters,
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  type LegalConverters,
  type LegalNode,
  type LegalPageContent,
  type LegalSettings,
  type LegalTable,
  legalHtml,
  legalPageConverters,
  legalTexts,
  parseLegalMarkdown,
  RichTextTable,
  type SubprocessorsFeedOptions,
  subprocessorsFeed,
} from '@permesso/consent-core/legal-pages';
