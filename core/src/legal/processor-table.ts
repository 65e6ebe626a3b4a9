import type { ProcessorChange, ProcessorEntry } from '../contract/config.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { legalTexts } from '../texts/index.ts';
import type { ProcessorTableLabels } from '../texts/legal-texts.ts';
import type { ProcessorTableMode } from './shortcodes.ts';
import {
  byName,
  countryName,
  formatDay,
  isoDay,
  type LegalTable,
  type TableCell,
  tableHtml,
} from './table.ts';

/** What a processor table lists. Without `processors` there is no register, and no table. */
export interface ProcessorTableContent {
  processors?: readonly ProcessorEntry[];
  processorChanges?: readonly ProcessorChange[];
}

export interface ProcessorTableOptions {
  locale?: string;
  labels?: Partial<ProcessorTableLabels>;
}

interface Context {
  labels: ProcessorTableLabels;
  locale: string;
}

type ColumnKey =
  | 'provider'
  | 'legalName'
  | 'role'
  | 'purpose'
  | 'dataCategories'
  | 'location'
  | 'mechanism'
  | 'safeguards'
  | 'since'
  | 'dpa';

type RegisterMode = Exclude<ProcessorTableMode, 'changes'>;

/** Columns and rows of each mode (behaviour.md H3). */
const MODES: Record<RegisterMode, { columns: ColumnKey[]; lists: (processor: ProcessorEntry) => boolean }> = {
  recipients: {
    columns: ['provider', 'role', 'purpose', 'dataCategories', 'location'],
    lists: (processor) => processor.showInPrivacyPolicy,
  },
  transfers: {
    columns: ['provider', 'location', 'mechanism', 'safeguards'],
    lists: ({ showInPrivacyPolicy, transfer }) => showInPrivacyPolicy && transfer.mechanism !== 'none',
  },
  subprocessors: {
    columns: ['provider', 'role', 'purpose', 'location', 'since', 'dpa'],
    lists: (processor) => processor.subprocessor,
  },
  annex: {
    columns: ['provider', 'legalName', 'role', 'purpose', 'dataCategories', 'location'],
    lists: (processor) => processor.subprocessor,
  },
};

const NONE: TableCell = { text: '–' };

function dayCell(date: string | undefined, { locale }: Context): TableCell {
  const day = isoDay(date);
  return day ? { text: formatDay(day, locale), day } : NONE;
}

/** What protects the data: the mechanism's fallback and the notes, in words. */
function safeguards({ transfer }: ProcessorEntry, { labels }: Context): TableCell {
  const fallback = transfer.fallback && labels.mechanisms[transfer.fallback];
  const sentences = [fallback && labels.fallback.replace('{mechanism}', fallback), transfer.notes];
  return { text: sentences.filter(Boolean).join('. ') || '–' };
}

const CELLS: Record<ColumnKey, (processor: ProcessorEntry, context: Context) => TableCell> = {
  provider: ({ name, privacyUrl }) => ({ text: name, ...(privacyUrl ? { href: privacyUrl } : {}) }),
  legalName: ({ legalName, name }) => ({ text: legalName || name }),
  role: ({ role }, { labels }) => ({ text: labels.roles[role] }),
  purpose: ({ purpose }) => ({ text: purpose }),
  dataCategories: ({ dataCategories }) => ({ text: dataCategories.join(', ') || '–' }),
  location: ({ country }, { locale }) => ({ text: countryName(country, locale) }),
  mechanism: ({ transfer }, { labels }) => ({ text: labels.mechanisms[transfer.mechanism] }),
  safeguards,
  since: ({ addedAt }, context) => dayCell(addedAt, context),
  dpa: ({ dpaUrl }, { labels }) => (dpaUrl ? { text: labels.dpaLink, href: dpaUrl } : NONE),
};

function registerTable(
  mode: RegisterMode,
  processors: readonly ProcessorEntry[],
  context: Context,
): LegalTable {
  const { columns, lists } = MODES[mode];
  const compare = byName(context.locale);
  const listed = processors
    .filter((processor) => processor.status === 'active' && lists(processor))
    .sort((a, b) => compare(a.name, b.name));
  return {
    caption: context.labels.captions[mode],
    columns: columns.map((key) => ({ key, label: context.labels[key] })),
    rows: listed.map((processor) => ({
      key: processor.id,
      cells: columns.map((column) => CELLS[column](processor, context)),
    })),
  };
}

function changesTable(changes: readonly ProcessorChange[], context: Context): LegalTable {
  const { labels } = context;
  const newestFirst = [...changes].sort((a, b) => b.date.localeCompare(a.date));
  return {
    caption: labels.captions.changes,
    columns: [
      { key: 'date', label: labels.date },
      { key: 'provider', label: labels.provider },
      { key: 'change', label: labels.change },
    ],
    rows: newestFirst.map((entry) => ({
      key: `${entry.date}:${entry.name}:${entry.change}`,
      cells: [dayCell(entry.date, context), { text: entry.name }, { text: labels[entry.change] }],
    })),
  };
}

/**
 * The processor table as content, in one of its five modes; active processors only, by name.
 * Null without the register (behaviour.md H4).
 */
export function processorTableRows(
  { processors, processorChanges = [] }: ProcessorTableContent,
  mode: ProcessorTableMode,
  { locale = 'en', labels }: ProcessorTableOptions = {},
): LegalTable | null {
  if (!processors) return null;
  const context = { labels: legalTexts(locale, { processorTable: labels }).processorTable, locale };
  return mode === 'changes'
    ? changesTable(processorChanges, context)
    : registerTable(mode, processors, context);
}

/** The processor table as HTML, every value escaped; empty without the register. */
export function processorTableHtml(
  content: ProcessorTableContent,
  mode: ProcessorTableMode,
  options: ProcessorTableOptions = {},
): string {
  const table = processorTableRows(content, mode, options);
  if (!table) return '';
  if (table.rows.length > 0) return tableHtml(table, { 'data-consent-processors': mode });
  const { empty } = legalTexts(options.locale, { processorTable: options.labels }).processorTable;
  return `<p data-consent-processors="${mode}">${escapeHtml(empty)}</p>\n`;
}
