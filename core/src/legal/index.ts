/** Legal pages: Markdown with shortcodes as nodes, and the tables that the shortcodes stand for. */
export { escapeHtml, isSafeHref } from '../contract/safe-html.ts';
export {
  type CookieTableContent,
  type CookieTableOptions,
  type CookieTableSection,
  cookieTableHtml,
  cookieTableRows,
} from './cookie-table.ts';
export {
  type CookieTableLabels,
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_POLICY_VERSION_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  type LegalLabelOverrides,
  type LegalLabels,
  legalLabels,
  type PolicyVersionLabels,
  type ProcessorTableLabels,
} from './labels.ts';
export {
  findPlaceholders,
  type LegalPlaceholder,
  type LegalWarning,
  type LegalWarningCode,
  lintLegalMarkdown,
} from './lint.ts';
export { countryName, formatDay } from './locale.ts';
export { parseLegalMarkdown } from './markdown.ts';
export {
  type LegalPageContent,
  legalNodeHtml,
  legalPageHtml,
  type PolicyVersionOptions,
  policyVersionHtml,
} from './page.ts';
export {
  type ProcessorTableContent,
  type ProcessorTableOptions,
  processorTableHtml,
  processorTableRows,
} from './processor-table.ts';
export {
  LEGAL_SETTINGS,
  type LegalSettingName,
  type LegalSettings,
  settingReference,
  settingReferences,
  type TextPiece,
} from './setting-references.ts';
export {
  CookieTableBlock,
  type CookieTableGroup,
  LEGAL_SHORTCODES,
  type LegalNode,
  type LegalShortcodeNode,
  PolicyVersionBlock,
  PROCESSOR_TABLE_MODES,
  ProcessorTableBlock,
  type ProcessorTableMode,
  parseShortcode,
  type ShortcodeDefinition,
  type ShortcodeOption,
} from './shortcodes.ts';
export {
  type LegalTable,
  type TableCell,
  type TableColumn,
  type TableRow,
  tableHtml,
} from './table.ts';
