/** Legal pages: Markdown with shortcodes as nodes, and the tables that the shortcodes stand for. */

export { escapeHtml, isSafeHref } from '../contract/safe-html.ts';
export { PROCESSOR_TABLE_MODES } from '../contract/values.ts';
export { legalTexts as legalLabels } from '../texts/index.ts';
export {
  type CookieTableLabels,
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_POLICY_VERSION_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  type LegalLabelOverrides,
  type LegalLabels,
  type PolicyVersionLabels,
  type ProcessorTableLabels,
} from '../texts/legal-texts.ts';
export {
  type CookieTableContent,
  type CookieTableOptions,
  type CookieTableSection,
  cookieTableHtml,
  cookieTableRows,
  shownInCookieTable,
} from './cookie-table.ts';
export {
  findPlaceholders,
  type LegalPlaceholder,
  type LegalWarning,
  type LegalWarningCode,
  lintLegalMarkdown,
} from './lint.ts';
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
  CookieTableBlock,
  type CookieTableGroup,
  LEGAL_SETTINGS,
  LEGAL_SHORTCODES,
  type LegalNode,
  type LegalSettingName,
  type LegalSettings,
  type LegalShortcodeNode,
  PolicyVersionBlock,
  ProcessorTableBlock,
  type ProcessorTableMode,
  parseShortcode,
  type ShortcodeDefinition,
  type ShortcodeOption,
  settingReference,
  settingReferences,
  type TextPiece,
} from './shortcodes.ts';
export { legalStyle } from './style.ts';
export {
  countryName,
  formatDay,
  type LegalTable,
  type TableCell,
  type TableColumn,
  type TableRow,
  tableHtml,
} from './table.ts';
