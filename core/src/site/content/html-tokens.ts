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
  type TreeAdapterTypeMap,
} from 'parse5';
import { type LightNode, lightTree } from './light-tree.ts';

/** A start tag of the source. */
export interface StartTag {
  name: string;
  /** By their names in the source, in lower case; of several of a name the first, which is the one that counts. */
  attributes: readonly Attribute[];
  start: number;
  end: number;
  selfClosing: boolean;
  /** Where it stands in the tree; null in a place that is none for flow content. */
  place: Place | null;
}

export interface Attribute {
  name: string;
  value: string;
}

/** A place in flow content, and what it stands in. */
export interface Place {
  isIn(names: ReadonlySet<string>): boolean;
}

export interface TagListener {
  startTag(tag: StartTag): void;
  endTag(name: string, end: number): void;
  /** The text of a script or style, once it has ended. */
  text(tag: StartTag, text: string): void;
}

/** One of the ways in which browsers read HTML. */
export interface ReadingOptions {
  /** Whether scripts are on: without them, what stands in `<noscript>` are elements. */
  scripting: boolean;
  /** Whether `<select>` may hold any element, as newer browsers have it, or drops most of them. */
  richSelect: boolean;
}

type Map = TreeAdapterTypeMap<
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode
>;

/** Tells of every tag of a text, in its order. Whole pages begin with their doctype; all else is read as what stands in a body. */
export function readHtml(
  html: string,
  isPage: boolean,
  options: ReadingOptions,
  listener: TagListener,
): void {
  const parserOptions: ParserOptions<Map> = {
    treeAdapter: lightTree,
    scriptingEnabled: options.scripting,
    sourceCodeLocationInfo: true,
  };
  const context = lightTree.createElement('div', names.NS.HTML, []);
  const reading = (
    isPage ? new Reading(parserOptions) : Reading.getFragmentParser(context, parserOptions)
  ) as Reading;
  reading.listener = listener;
  reading.richSelect = options.richSelect;
  reading.tokenizer.write(html, true);
  reading.endText();
}

const TEXTUAL = new Set(['script', 'style']);

class Reading extends Parser<Map> {
  listener!: TagListener;
  richSelect = false;
  #textual: { tag: StartTag; text: string[] } | null = null;

  override onStartTag(token: Token.TagToken): void {
    // Before the tree is told: it renames attributes of foreign elements.
    const tag: StartTag = {
      name: token.tagName,
      attributes: token.attrs.map(({ name, value }) => ({ name, value })),
      start: token.location!.startOffset,
      end: token.location!.endOffset,
      selfClosing: token.selfClosing,
      place: this.#place(),
    };
    this.listener.startTag(tag);
    if (TEXTUAL.has(tag.name)) {
      this.endText();
      this.#textual = { tag, text: [] };
    }
    if (!this.#isDropped(token)) super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.#textual?.tag.name === token.tagName) this.endText();
    this.listener.endTag(token.tagName, token.location!.endOffset);
    if (!this.#isDropped(token)) super.onEndTag(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#textual?.text.push(token.chars);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#textual?.text.push(token.chars);
    super.onWhitespaceCharacter(token);
  }

  endText(): void {
    const ended = this.#textual;
    this.#textual = null;
    if (ended) this.listener.text(ended.tag, ended.text.join(''));
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
