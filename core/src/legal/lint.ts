import type { Token, Tokens } from 'marked';
import { isSafeHref, isSafeImageSource } from '../contract/safe-html.ts';
import { lexMarkdown, type PlainRun, shortcodeOfParagraph } from './markdown.ts';
import {
  LEGAL_SETTINGS,
  LEGAL_SHORTCODES,
  parseShortcode,
  settingReference,
  settingReferences,
} from './shortcodes.ts';

export type LegalWarningCode =
  | 'unknown-shortcode'
  | 'misplaced-shortcode'
  | 'unknown-setting'
  | 'raw-html'
  | 'unsafe-link'
  | 'third-party-image'
  | 'placeholder'
  | 'too-complex';

export interface LegalWarning {
  code: LegalWarningCode;
  /** Says what to change. */
  message: string;
  /** Line in the Markdown, from 1. */
  line: number;
}

/** A fact that a document still misses. */
export interface LegalPlaceholder {
  /** What is missing, without the brackets. */
  text: string;
  /** Line in the Markdown, from 1. */
  line: number;
}

const BRACES = /\{\{[^{}\n]{0,200}\}\}/g;
const PLACEHOLDER = /\[PLACEHOLDER: ?([^[\]\n]{1,300})\]/g;

/** Finds every `[PLACEHOLDER: …]` in a text, in order. */
export function findPlaceholders(markdown: string): LegalPlaceholder[] {
  return markdown
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) =>
      [...line.matchAll(PLACEHOLDER)].map((match) => ({ text: (match[1] ?? '').trim(), line: index + 1 })),
    );
}

/** What looking for texts may cost, in characters: once and for each of the document; beyond it lines are approximate. */
const SEARCH_BASE = 100_000;
const SEARCH_PER_CHARACTER = 50;

/** A place in the source that only moves forward, and knows its line. */
class Position {
  readonly #source: string;
  #offset = 0;
  /** Where the line begins that is counted last. */
  #lineStart = 0;
  #budget: number;
  line = 1;

  constructor(source: string) {
    this.#source = source;
    this.#budget = SEARCH_BASE + SEARCH_PER_CHARACTER * source.length;
  }

  moveTo(offset: number): void {
    this.#offset = Math.max(this.#offset, offset);
    for (let at = this.#source.indexOf('\n', this.#lineStart); at !== -1 && at < this.#offset; ) {
      this.line++;
      this.#lineStart = at + 1;
      at = this.#source.indexOf('\n', this.#lineStart);
    }
  }

  /** Moves to where the text begins next, before `end`; null, and stays, where it does not. */
  find(text: string, end: number): number | null {
    if (this.#budget <= 0) return null;
    const at = this.#source.slice(this.#offset, end).indexOf(text);
    this.#budget -= at === -1 ? end - this.#offset : at + text.length;
    if (at === -1) return null;
    this.moveTo(this.#offset + at);
    return this.#offset;
  }

  /** Moves behind the text where it stands next on one line, before `end`; false, and stays, where it does not. */
  pass(text: string, end: number): boolean {
    const start = this.find(text, end);
    if (start !== null) this.moveTo(start + text.length);
    return start !== null;
  }
}

function shortcodeWarning(text: string, line: number): LegalWarning {
  if (parseShortcode(text.trim())) {
    const message = `${text} is shown as text: put it alone in a paragraph, with an empty line before and after`;
    return { code: 'misplaced-shortcode', message, line };
  }
  const known = LEGAL_SHORTCODES.map((shortcode) => shortcode.example).join(', ');
  return { code: 'unknown-shortcode', message: `${text} is not a shortcode; known are ${known}`, line };
}

function unknownSetting(text: string, line: number): LegalWarning {
  const known = LEGAL_SETTINGS.map(settingReference).join(', ');
  return { code: 'unknown-setting', message: `${text} is shown as text; known are ${known}`, line };
}

/** What is wrong in one line of a text. */
function textWarnings(text: string, lineOf: (found: string) => number): LegalWarning[] {
  return [
    ...[...text.matchAll(BRACES)].map(([found]) => shortcodeWarning(found, lineOf(found))),
    ...settingReferences(text)
      .filter(({ setting }) => setting === null)
      .map(({ text: found }) => unknownSetting(found, lineOf(found))),
  ];
}

function htmlWarning(raw: string, line: number): LegalWarning {
  const [first = ''] = raw.trim().split('\n', 1);
  const message = `${first.slice(0, 60)} is shown as text: HTML is not allowed here, use Markdown`;
  return { code: 'raw-html', message, line };
}

/**
 * Goes through a token without children line by line: in a quote or a list each line has signs in front that are not part
 * of it. Also through code and all that is right, so that what is found behind it is not taken for what stands in it.
 */
function leafWarnings(token: Token, position: Position, end: number): LegalWarning[] {
  const lines = token.raw.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).flatMap((text, index) => {
    const isWhole = position.pass(text, end);
    // A cell's text stands otherwise in the source, with a backslash before each of its bars.
    const lineOf = (found: string) => {
      if (!isWhole) position.pass(found, end);
      return position.line;
    };
    if (isPlainRun(token) && index === 0) {
      const tooComplex: LegalWarning = { code: 'too-complex', message: token.exceeds, line: position.line };
      return [tooComplex, ...textWarnings(text, lineOf)];
    }
    if (token.type === 'text') return textWarnings(text, lineOf);
    return token.type === 'html' && index === 0 ? [htmlWarning(token.raw, position.line)] : [];
  });
}

/** Stands for the site, whose own address is not known here. */
const SITE = 'https://site.invalid';

/** The host that an image is asked from; none where the address is relative. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address, SITE)) return null;
  const { origin, host } = new URL(address, SITE);
  return origin === SITE ? null : host;
}

function linkProblem(token: Token): Pick<LegalWarning, 'code' | 'message'> | null {
  if (token.type !== 'link' && token.type !== 'image') return null;
  const address = token.href.slice(0, 60);
  if (!(token.type === 'link' ? isSafeHref : isSafeImageSource)(token.href)) {
    const message = `${address} is not linked: use http, https, mailto, tel or a relative address`;
    return { code: 'unsafe-link', message };
  }
  const host = token.type === 'image' && hostOf(token.href);
  if (!host) return null;
  const message = `${address} is loaded from ${host} before any choice: unless that host is yours, use an image of the site or of the media library`;
  return { code: 'third-party-image', message };
}

const isPlainRun = (token: Token): token is PlainRun => token.type === 'text' && 'exceeds' in token;

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return token.items;
  if (isTable(token)) return rowsOf(token).flat();
  return 'tokens' in token && token.tokens ? token.tokens : [];
}

/** What stands in each row of a table, its head first. */
const rowsOf = ({ header, rows }: Tokens.Table): Token[][] =>
  [header, ...rows].map((row) => row.flatMap((cell) => cell.tokens));

/** Row by row, each within its own line: the delimiters are the second. */
function tableWarnings(token: Tokens.Table, position: Position, start: number): LegalWarning[] {
  const [head = '', delimiters = '', ...lines] = token.raw.split('\n');
  let from = start;
  return rowsOf(token).flatMap((row, index) => {
    const text = index === 0 ? head : (lines[index - 1] ?? '');
    position.moveTo(from);
    const end = from + text.length;
    from = end + 1 + (index === 0 ? delimiters.length + 1 : 0);
    return row.flatMap((cell) => tokenWarnings(cell, position, end));
  });
}

function tokenWarnings(token: Token, position: Position, end: number): LegalWarning[] {
  const children = childrenOf(token);
  const isLeaf = children.length === 0 && token.type !== 'image';
  // As a whole where it stands there as it is; else its first line says where it begins.
  const start = isLeaf ? null : position.find(token.raw, end);
  const [first = '', ...more] = token.raw.split('\n');
  if (!isLeaf && start === null && more.length > 0) position.find(first, end);
  const problem = linkProblem(token);
  const own = problem ? [{ ...problem, line: position.line }] : [];
  const inner =
    isTable(token) && start !== null
      ? tableWarnings(token, position, start)
      : isLeaf
        ? leafWarnings(token, position, end)
        : children.flatMap((child) => tokenWarnings(child, position, end));
  if (start !== null) position.moveTo(start + token.raw.length);
  return [...own, ...inner];
}

/**
 * What an editor should look at: unknown and misplaced shortcodes, settings that do not exist, raw HTML and links that are shown as
 * text, images of other hosts, facts still missing. Shortcodes in code are meant as text and pass.
 */
export function lintLegalMarkdown(markdown: string): LegalWarning[] {
  const { tokens, exceeded, source } = lexMarkdown(markdown);
  const position = new Position(source);
  const warnings: LegalWarning[] = [];
  let offset = 0;
  for (const token of tokens) {
    const end = offset + token.raw.length;
    position.moveTo(offset);
    if (!shortcodeOfParagraph(token)) {
      for (const warning of tokenWarnings(token, position, end)) warnings.push(warning);
    }
    offset = end;
  }
  for (const { text, line } of findPlaceholders(source)) {
    warnings.push({ code: 'placeholder', message: `fill in: ${text}`, line });
  }
  if (exceeded) warnings.push({ code: 'too-complex', ...exceeded });
  return warnings.sort((a, b) => a.line - b.line);
}
