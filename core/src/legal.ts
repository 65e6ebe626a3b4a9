/** Legal pages: Markdown with shortcodes as nodes, and the tables that the shortcodes stand for. */
export {
  type CookieTableContent,
  type CookieTableOptions,
  type CookieTableSection,
  cookieTableHtml,
  cookieTableRows,
} from './legal/cookie-table.ts';
export { escapeHtml } from './legal/escape.ts';
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
} from './legal/labels.ts';
export { isSafeHref } from './legal/links.ts';
export {
  findPlaceholders,
  type LegalPlaceholder,
  type LegalWarning,
  type LegalWarningCode,
  lintLegalMarkdown,
} from './legal/lint.ts';
export { countryName, formatDay } from './legal/locale.ts';
export { parseLegalMarkdown } from './legal/markdown.ts';
export {
  type LegalPageContent,
  legalNodeHtml,
  legalPageHtml,
  type PolicyVersionOptions,
  policyVersionHtml,
} from './legal/page.ts';
export {
  type ProcessorTableContent,
  type ProcessorTableOptions,
  processorTableHtml,
  processorTableRows,
} from './legal/processor-table.ts';
export {
  LEGAL_SETTINGS,
  type LegalSettingName,
  type LegalSettings,
  settingReference,
  settingReferences,
  type TextPiece,
} from './legal/setting-references.ts';
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
} from './legal/shortcodes.ts';
export {
  type LegalTable,
  type TableCell,
  type TableColumn,
  type TableRow,
  tableHtml,
} from './legal/table.ts';
