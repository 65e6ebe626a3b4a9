/** Published legal pages of the CMS: reading them, and showing them as HTML. */
export {
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  type LegalNode,
  type LegalPageContent,
  type LegalSettings,
  type LegalTable,
  parseLegalMarkdown,
} from '../../legal/index.ts';
export { legalTexts } from '../../texts/index.ts';
export {
  consentBlockConverters,
  consentTableConverters,
  type LegalConverters,
  legalHtml,
  legalPageConverters,
  RichTextTable,
} from './html.ts';
export {
  type LegalPageKind,
  type LegalPageSummary,
  legalPageSchema,
  type PublishedLegalPage,
  type SubprocessorList,
} from './published.ts';
export { createLegalPages, freshLegalPages, type LegalPages } from './reader.ts';
export { type SubprocessorsFeedOptions, subprocessorsFeed } from './subprocessors-feed.ts';
