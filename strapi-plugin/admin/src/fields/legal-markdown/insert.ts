import {
  CookieTableBlock,
  PROCESSOR_TABLE_MODES,
  type ProcessorTableMode,
} from '@permesso/consent-core/legal';

/** A text and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Puts marks around what is selected, or around a word that says what belongs there. */
export function wrap(
  { text, start, end }: Selected,
  before: string,
  after: string,
  sample: string,
): Selected {
  const inner = text.slice(start, end) || sample;
  return {
    text: text.slice(0, start) + before + inner + after + text.slice(end),
    start: start + before.length,
    end: start + before.length + inner.length,
  };
}

/** Puts a block in place of what is selected, with the empty lines around it that Markdown asks for. */
export function insertBlock({ text, start, end }: Selected, block: string): Selected {
  const head = text.slice(0, start).replace(/\s+$/, '');
  const tail = text.slice(end).replace(/^\s+/, '');
  const before = head === '' ? '' : `${head}\n\n`;
  const at = before.length + block.length;
  return { text: `${before}${block}\n${tail === '' ? '' : `\n${tail}`}`, start: at, end: at };
}

/** Begins the line of the selection with a mark: `## ` or `- `. */
export function beginLine({ text, start, end }: Selected, mark: string): Selected {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  return {
    text: text.slice(0, line) + mark + text.slice(line),
    start: start + mark.length,
    end: end + mark.length,
  };
}

/** Where a line begins and ends; lines are counted from 1. */
export function lineAt(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return { start, end: start + (lines[line - 1]?.length ?? 0) };
}

export type CookieTableVariant = 'category' | 'vendor' | 'category-short' | 'vendor-short';

/** The cookie table by group, with or without lifetimes, as an editor would write it. */
export const COOKIE_TABLES: Readonly<Record<CookieTableVariant, string>> = {
  category: CookieTableBlock.example,
  vendor: '{{cookie-table group=vendor}}',
  'category-short': '{{cookie-table duration=false}}',
  'vendor-short': '{{cookie-table group=vendor duration=false}}',
};

export const PROCESSOR_TABLES = PROCESSOR_TABLE_MODES;

export const processorTable = (mode: ProcessorTableMode): string => `{{processor-table:${mode}}}`;
