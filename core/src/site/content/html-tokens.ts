/**
 * Reads HTML as a browser's parser does, and tells of the tags in it. The parser's tree decides what is text, what a tag, and what
 * belongs to another namespace; of the tree itself only who stands in whom is kept.
 */
import {
  InsertionMode,
  html as names,
  Parser,
  type ParserOptions,
  type Token,
  Tokenizer,
  TokenizerMode,
} from 'parse5';
import { type LightNode, type LightNodes, lightTree } from './light-tree.ts';
import { type Place, type TagListener, TagReport } from './tag-report.ts';

/** One of the ways in which browsers read HTML. */
export interface ReadingOptions {
  /** Whether scripts are on: without them, what stands in `<noscript>` are elements. */
  scripting: boolean;
  /** Whether `<select>` may hold any element, as newer browsers have it, or drops most of them. */
  richSelect: boolean;
  /** As it is read ahead for what to load soon: by names of tags alone, without a tree. */
  ahead?: boolean;
}

/** For what a parser adds to any document. */
const SPARE_ELEMENTS = 1000;

/**
 * Tells of every tag of a text, in its order. Whole pages begin with their doctype; all else is read as what stands in a body.
 *
 * @throws {OverflowingHtml} where a browser would make more elements of it than it has characters
 */
export function readHtml(
  html: string,
  isPage: boolean,
  options: ReadingOptions,
  listener: TagListener,
): void {
  const report = new TagReport(listener, html.length);
  if (options.ahead) {
    readAhead(html, options, report);
    return;
  }
  const tree = lightTree(html.length + SPARE_ELEMENTS);
  const parserOptions: ParserOptions<LightNodes> = {
    treeAdapter: tree,
    scriptingEnabled: options.scripting,
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => report.error(code),
  };
  const context = tree.createElement('div', names.NS.HTML, []);
  const reading = (
    isPage ? new Reading(parserOptions) : Reading.getFragmentParser(context, parserOptions)
  ) as Reading;
  reading.report = report;
  reading.richSelect = options.richSelect;
  reading.tokenizer.write(html, true);
  report.end();
}

function readAhead(html: string, { scripting }: ReadingOptions, report: TagReport): void {
  const text = (token: Token.CharacterToken) => report.text(token);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        report.startTag(token, false, null);
        const mode = token.tagName === 'noscript' && !scripting ? undefined : MODES[token.tagName];
        if (mode) tokenizer.state = TokenizerMode[mode];
      },
      onEndTag: (token) => report.endTag(token),
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: text,
      onComment: (token) => report.passed(token),
      onDoctype: (token) => report.passed(token),
      onEof: () => {},
      onParseError: ({ code }) => report.error(code),
    },
  );
  tokenizer.write(html, true);
  report.end();
}

/** Names of elements whose content is text. */
const MODES: Record<string, 'RCDATA' | 'RAWTEXT' | 'SCRIPT_DATA' | 'PLAINTEXT' | undefined> = {
  textarea: 'RCDATA',
  title: 'RCDATA',
  style: 'RAWTEXT',
  iframe: 'RAWTEXT',
  xmp: 'RAWTEXT',
  noembed: 'RAWTEXT',
  noframes: 'RAWTEXT',
  noscript: 'RAWTEXT',
  script: 'SCRIPT_DATA',
  plaintext: 'PLAINTEXT',
};

class Reading extends Parser<LightNodes> {
  report!: TagReport;
  richSelect = false;

  override onStartTag(token: Token.TagToken): void {
    // Before the tree is told: it renames attributes of foreign elements.
    this.report.startTag(token, this.tokenizer.inForeignNode, this.#place());
    if (!this.#isDropped(token)) super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.report.endTag(token);
    if (!this.#isDropped(token)) super.onEndTag(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.report.text(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.report.text(token);
    super.onWhitespaceCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.report.passed(token);
    super.onNullCharacter(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.report.passed(token);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.report.passed(token);
    super.onDoctype(token);
  }

  #isDropped({ tagName }: Token.TagToken): boolean {
    return this.richSelect && tagName === 'select';
  }

  #place(): Place | null {
    if (this.tokenizer.inForeignNode || !FLOW.has(this.insertionMode)) return null;
    const current = this.openElements.current;
    const formatting = this.activeFormattingElements.newest as { element?: LightNode } | null;
    return {
      isIn: (searched) => {
        // A formatting element that was closed in a wrong order would be opened anew around what is put here.
        if (formatting?.element && !stands(formatting.element, current)) return true;
        let depth = 0;
        for (let node = current; node; node = node.parent ?? undefined) {
          depth += 1;
          if (depth > MAX_DEPTH || searched.has(node.name)) return true;
        }
        return false;
      },
    };
  }
}

/** Browsers put what is nested deeper elsewhere. */
const MAX_DEPTH = 500;

function stands(node: LightNode, within: LightNode | undefined): boolean {
  let depth = 0;
  for (let one = within; one && depth <= MAX_DEPTH; one = one.parent ?? undefined) {
    depth += 1;
    if (one === node) return true;
  }
  return false;
}

const FLOW: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
]);
