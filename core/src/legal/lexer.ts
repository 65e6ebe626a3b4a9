/**
 * marked, with its work bounded.
 *
 * Several of marked's rules take quadratic time on input made for it (nested brackets, lazy quotes,
 * thousands of definitions). Legal pages come from a CMS and from files, so every run is charged for
 * the work it can cause before it starts; what exceeds the budget is shown as plain text. The time is
 * thereby linear in the length of the document, by construction.
 */
import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';

/** Block nesting beyond this is text: no legal page quotes a list in a quote twenty times. */
const MAX_DEPTH = 20;

/** Container markers (`>`, `-`, `1.`) at the start of one line. */
const MAX_MARKERS_PER_LINE = 100;

/** Link reference definitions per document. */
const MAX_DEFINITIONS = 1000;

/** An address longer than this in running text is not made a link by itself. */
const MAX_BARE_URL = 2000;

/** Columns of a table. */
const MAX_COLUMNS = 100;

/** Length times possible token starts of one paragraph, heading or cell. */
const MAX_RUN_COST = 4_000_000;

/** The whole document's allowance of such cost: per character, and to begin with. */
const RUN_COST_PER_CHARACTER = 100;
const RUN_COST_BASE = 8_000_000;

/** How often each character may pass through block parsing on average. */
const BLOCK_PASSES = 40;
const BLOCK_BASE = 100_000;

/** Longer documents are shown as plain text. */
const MAX_LENGTH = 2_000_000;

class TooComplex extends Error {}

/** Characters at which marked's inline rules may start a token, and so look ahead. */
const TOKEN_STARTS = /[\\<!()[\]`*_~@]/g;

function runCost(src: string): number {
  return src.length * (1 + (src.match(TOKEN_STARTS)?.length ?? 0));
}

/**
 * The paragraph rule looks whether a table follows each line, and reads that table to its end, only to
 * know that it is there. The delimiter row tells as much.
 */
export function boundedParagraph(paragraph: RegExp): RegExp {
  const rows = /\(\?:\\n\(\(\?:\(\?! \*\\n\|.*?\)\.\*\(\?:\\n\|\$\)\)\*\)\\n\*\|\$\)/;
  return new RegExp(paragraph.source.replace(rows, '(?:\\n|$)'));
}

const PARAGRAPH = boundedParagraph(Lexer.rules.block.gfm.paragraph);

class BoundedTokenizer extends Tokenizer {
  #definitions = 0;

  override def(src: string): Tokens.Def | undefined {
    if (this.#definitions >= MAX_DEFINITIONS) return undefined;
    const token = super.def(src);
    if (token) this.#definitions++;
    return token;
  }

  override list(src: string): Tokens.List | undefined {
    const token = super.list(src);
    if (token) (this.lexer as unknown as BoundedLexer).charge(token.raw.length);
    return token;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    const extent = this.rules.block.blockquote.exec(src)?.[0].length;
    if (extent === undefined) return undefined;
    return (this.lexer as unknown as BoundedLexer).inQuote(extent, () => super.blockquote(src));
  }

  override table(src: string): Tokens.Table | undefined {
    const columns = src.slice(0, src.indexOf('\n')).split('|').length;
    if (columns > MAX_COLUMNS) return undefined;
    // A row that leaves cells out gets them all the same: a few characters could grow to many cells.
    const written = this.rules.block.table.exec(src)?.[0] ?? '';
    // What turns out to be no table was read to its end for nothing.
    (this.lexer as unknown as BoundedLexer).charge(written.length);
    const cells = written.split('\n').length * columns;
    return cells > 1000 + written.length ? undefined : super.table(src);
  }

  override url(src: string): Tokens.Link | undefined {
    const run = src.slice(0, MAX_BARE_URL + 1);
    return run.length > MAX_BARE_URL && !/[\s<]/.test(run) ? undefined : super.url(src);
  }
}

class BoundedLexer extends Lexer {
  #depth = 0;
  #blockBudget = 0;
  #runBudget = 0;
  #quoteExtent = 0;
  #inRun = false;
  clipped = false;

  constructor(options: MarkedOptions, tokenizer: Tokenizer) {
    super({ ...options, tokenizer });
    const { rules } = tokenizer;
    tokenizer.rules = { ...rules, block: { ...rules.block, paragraph: PARAGRAPH } };
  }

  override lex(src: string) {
    this.#blockBudget = BLOCK_BASE + BLOCK_PASSES * src.length;
    this.#runBudget = RUN_COST_BASE + RUN_COST_PER_CHARACTER * src.length;
    return super.lex(src);
  }

  charge(characters: number): void {
    this.#blockBudget -= characters;
    if (this.#blockBudget < 0) throw new TooComplex();
  }

  /** A quote starts over at each line that continues it without `>`: each start is charged for all of it. */
  inQuote<T>(extent: number, quote: () => T): T {
    const outer = this.#quoteExtent;
    this.#quoteExtent = extent;
    try {
      return quote();
    } finally {
      this.#quoteExtent = outer;
    }
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(
    src: string,
    tokens?: Lexer['tokens'],
    lastParagraphClipped?: boolean,
  ): Lexer['tokens'];
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    this.charge(src.length + (lastParagraphClipped ? this.#quoteExtent : 0));
    if (this.#depth >= MAX_DEPTH) {
      this.clipped = true;
      this.state.top = true;
      tokens.push(plainParagraph(src));
      return tokens;
    }
    this.#depth++;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      this.#depth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    // What is nested in a run is paid for with the run.
    if (this.#inRun) return super.inlineTokens(src, tokens);
    const cost = runCost(src);
    if (cost > MAX_RUN_COST || cost > this.#runBudget) {
      this.clipped = true;
      tokens.push(plainText(src));
      return tokens;
    }
    this.#runBudget -= cost;
    this.#inRun = true;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inRun = false;
    }
  }
}

function plainText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function plainParagraph(text: string): Tokens.Paragraph {
  return { type: 'paragraph', raw: text, text, tokens: [plainText(text)] };
}

/** A document that cannot be parsed within bounds: its paragraphs, as they were typed. */
function plainDocument(src: string): Token[] {
  return src
    .split(/(\n(?:[ \t]*\n)+)/)
    .filter((part) => part !== '')
    .map((part) => (part.trim() === '' ? { type: 'space', raw: part } : plainParagraph(part)));
}

function hasTooManyMarkers(src: string): boolean {
  for (const line of src.split('\n')) {
    const markers = /^[ \t>*+\-\d.)]*/.exec(line)?.[0] ?? '';
    const isRule = /^[ \t]*([-*+_])[ \t]*(?:\1[ \t]*)*$/.test(line);
    if (!isRule && markers.length > MAX_MARKERS_PER_LINE) {
      if ((markers.match(/[>*+\-.)]/g)?.length ?? 0) > MAX_MARKERS_PER_LINE) return true;
    }
  }
  return false;
}

export interface LexedMarkdown {
  tokens: Token[];
  /** Part of the document exceeded a bound and is plain text. */
  clipped: boolean;
  /** The text whose lines the tokens' `raw` add up to. */
  source: string;
}

/** Markdown as marked's tokens: CommonMark and the GFM extensions, in time linear to its length. Never throws. */
export function lexMarkdown(markdown: string): LexedMarkdown {
  const source = markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  if (source.length > MAX_LENGTH || hasTooManyMarkers(source)) {
    return { tokens: plainDocument(source), clipped: true, source };
  }
  // Every option is given: the site's own `marked.use(…)` must not reach in here.
  const options: MarkedOptions = {
    async: false,
    breaks: false,
    extensions: null,
    gfm: true,
    hooks: null,
    pedantic: false,
    silent: false,
    walkTokens: null,
  };
  const lexer = new BoundedLexer(options, new BoundedTokenizer({}));
  try {
    return { tokens: lexer.lex(source), clipped: lexer.clipped, source };
  } catch {
    return { tokens: plainDocument(source), clipped: true, source };
  }
}
