import type { Token } from 'marked';
import { lexMarkdown } from './lexer.ts';
import { isSafeHref, isSafeImageSource } from './links.ts';
import { shortcodeOfParagraph } from './markdown.ts';
import { LEGAL_SETTINGS, settingReference, settingReferences } from './setting-references.ts';
import { LEGAL_SHORTCODES, parseShortcode } from './shortcodes.ts';

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

/** A text that is not found costs a search to the end of its block: after so many, lines are approximate. */
const MAX_MISSES = 100;

/** A place in the source that only moves forward, and knows its line. */
class Position {
  readonly #source: string;
  #offset = 0;
  #misses = 0;
  line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  moveTo(offset: number): void {
    for (let at = this.#source.indexOf('\n', this.#offset); at !== -1 && at < offset; ) {
      this.line++;
      this.#offset = at + 1;
      at = this.#source.indexOf('\n', this.#offset);
    }
    this.#offset = Math.max(this.#offset, offset);
  }

  /** Moves to the next occurrence before `end`, if there is one, and leaves it behind. */
  find(text: string, end: number): number {
    if (this.#misses >= MAX_MISSES) return this.line;
    const at = this.#source.slice(this.#offset, end).indexOf(text);
    if (at === -1) {
      this.#misses++;
      return this.line;
    }
    this.moveTo(this.#offset + at);
    const line = this.line;
    this.#offset += text.length;
    return line;
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

function leafWarnings(token: Token, find: (text: string) => number): LegalWarning[] {
  switch (token.type) {
    case 'text':
      return [
        ...[...token.raw.matchAll(BRACES)].map(([text]) => shortcodeWarning(text, find(text))),
        ...settingReferences(token.raw)
          .filter(({ setting }) => setting === null)
          .map(({ text }) => unknownSetting(text, find(text))),
      ];
    case 'html': {
      const [first = ''] = token.raw.trim().split('\n', 1);
      const message = `${first.slice(0, 60)} is shown as text: HTML is not allowed here, use Markdown`;
      return [{ code: 'raw-html', message, line: find(first) }];
    }
    default:
      return [];
  }
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

function linkWarnings(token: Token, find: (text: string) => number): LegalWarning[] {
  const problem = linkProblem(token);
  return problem ? [{ ...problem, line: find(token.raw.split('\n', 1)[0] ?? '') }] : [];
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return token.items;
  if (token.type === 'table') {
    const cells = [...token.header, ...token.rows.flat()];
    return cells.flatMap((cell: { tokens: Token[] }) => cell.tokens);
  }
  return 'tokens' in token && token.tokens ? token.tokens : [];
}

function tokenWarnings(token: Token, find: (text: string) => number): LegalWarning[] {
  const own = linkWarnings(token, find);
  const children = childrenOf(token);
  if (children.length === 0) return [...own, ...leafWarnings(token, find)];
  return [...own, ...children.flatMap((child) => tokenWarnings(child, find))];
}

/**
 * What an editor should look at: unknown and misplaced shortcodes, settings that do not exist, raw HTML and links that are shown as
 * text, images of other hosts, facts still missing. Shortcodes in code are meant as text and pass.
 */
export function lintLegalMarkdown(markdown: string): LegalWarning[] {
  const { tokens, clipped, source } = lexMarkdown(markdown);
  const position = new Position(source);
  const warnings: LegalWarning[] = [];
  let offset = 0;
  for (const token of tokens) {
    const end = offset + token.raw.length;
    position.moveTo(offset);
    if (!shortcodeOfParagraph(token)) {
      for (const warning of tokenWarnings(token, (text) => position.find(text, end))) warnings.push(warning);
    }
    offset = end;
  }
  for (const { text, line } of findPlaceholders(source)) {
    warnings.push({ code: 'placeholder', message: `fill in: ${text}`, line });
  }
  if (clipped) {
    const message = 'part of this text is too long or too deeply nested and is shown without formatting';
    warnings.push({ code: 'too-complex', message, line: 1 });
  }
  return warnings.sort((a, b) => a.line - b.line);
}
