/**
 * What is formatted, and what is shown as it was typed.
 *
 * Some of marked's rules take quadratic time, or recurse without end, on input made for it: thousands of brackets in a
 * paragraph, quotes in quotes, rows that might begin a table. A limit on each of the lengths that such time grows with
 * keeps every page within seconds; no rule of marked is touched. Each is several times what a legal page has: a data
 * processing agreement with its annexes has about 200,000 characters, in paragraphs of a few thousand.
 */
export const MARKDOWN_LIMITS = {
  /** Characters of a document: twice the longest agreements. */
  characters: 400_000,
  /** Lines of a document: as many as `characters` in lines of 40. */
  lines: 10_000,
  /** Lines without an empty one among them, as of a table: in a list, quote or table each may look at all that follow. */
  linesInRow: 2_000,
  /** Signs of quotes and lists (`>`, `-`, `1.`) before the text of one line: each is a call within a call. */
  markers: 10,
  /** Columns before the text of one line: what is indented deeper is nested deeper. */
  indentation: 200,
  /** Columns of a table: rows may leave cells out and get them all the same, so few characters make many cells. */
  columns: 100,
  /** Characters of one paragraph, heading or cell: five pages in one go. */
  run: 20_000,
  /** Signs in one of them that may open emphasis, a link, code, HTML or an address: each may look at all that follows. */
  signs: 300,
  /** Characters without white space in one of them, as in an address: its end is sought over and over. */
  word: 2_000,
} as const;

/** Why a text is shown as it was typed, and where. */
export interface ExceededLimit {
  /** Says what to change. */
  message: string;
  /** Line in the Markdown, from 1. */
  line: number;
}

const SIGNS = /[\\<[*_~`@!]/g;

/** Why a paragraph, heading or cell is text; null where it is formatted. */
export function limitOfRun(src: string): string | null {
  const { run, signs, word } = MARKDOWN_LIMITS;
  if (src.length > run) return shown(`this paragraph has more than ${run} characters`);
  if ((src.match(SIGNS)?.length ?? 0) > signs) {
    return shown(`this paragraph has more than ${signs} signs such as * _ [ and \``);
  }
  const isLong = src.split(/\s/).some((text) => text.length > word);
  return isLong ? shown(`this paragraph has a word or address of more than ${word} characters`) : null;
}

const shown = (reason: string) => `${reason} and is shown without formatting: divide or shorten it`;

/** The limit over which a document is; null where it is formatted. */
export function limitOfDocument(source: string): ExceededLimit | null {
  if (source.length > MARKDOWN_LIMITS.characters) {
    return { message: shown(`this text has more than ${MARKDOWN_LIMITS.characters} characters`), line: 1 };
  }
  const lines = source.split('\n');
  if (lines.length > MARKDOWN_LIMITS.lines) {
    return { message: shown(`this text has more than ${MARKDOWN_LIMITS.lines} lines`), line: 1 };
  }
  let linesInRow = 0;
  for (const [index, line] of lines.entries()) {
    linesInRow = line.trim() === '' ? 0 : linesInRow + 1;
    const reason =
      linesInRow > MARKDOWN_LIMITS.linesInRow
        ? `there is no empty line among the ${MARKDOWN_LIMITS.linesInRow} before this one`
        : reasonInLine(line);
    if (reason) {
      return { message: `${reason}: the whole text is shown without formatting`, line: index + 1 };
    }
  }
  return null;
}

const BEFORE_TEXT = /^(?:[ \t]|>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))*/;

/** A rule (`- - -`) nests nothing, whatever it is long; it may stand in a quote. */
const RULE = /^[ \t>]*([-*])(?:[ \t]*\1)*[ \t]*$/;

/** What is too much in one line; null where nothing is. */
function reasonInLine(line: string): string | null {
  const { markers, indentation, columns } = MARKDOWN_LIMITS;
  const [before = ''] = BEFORE_TEXT.exec(line) ?? [];
  const marker = RULE.test(line) ? />/g : /[>*+\-.)]/g;
  if ((before.match(marker)?.length ?? 0) > markers) {
    return `this line has more than ${markers} signs of quotes and lists`;
  }
  if (before.replaceAll('\t', '    ').length > indentation) {
    return `this line has more than ${indentation} columns before its text`;
  }
  // A row of so many columns has a bar more, at both of its ends.
  if (line.split('|').length > columns + 2) return `this line has more than ${columns} columns of a table`;
  return null;
}
