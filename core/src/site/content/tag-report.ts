import type { Token } from 'parse5';

/** A start tag of the source. */
export interface StartTag {
  name: string;
  /** By their names in the source, in lower case; of several of a name the first, which is the one that counts. */
  attributes: readonly Attribute[];
  start: number;
  end: number;
  selfClosing: boolean;
  /** It belongs to SVG or MathML. */
  isForeign: boolean;
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
  /** The text of a script or style, once it has ended, and where. */
  text(tag: StartTag, text: string, end: number): void;
  /** A tag that the source does not end: what stands behind the content in its page would. */
  unended(start: number): void;
}

const TEXTUAL = new Set(['script', 'style']);

/** Tells a listener of tags, from the tokens of a reading. */
export class TagReport {
  readonly #listener: TagListener;
  readonly #length: number;
  #textual: { tag: StartTag; text: string[] } | null = null;
  /** Where the last token ended. */
  #last = 0;
  #isUnended = false;

  constructor(listener: TagListener, length: number) {
    this.#listener = listener;
    this.#length = length;
  }

  startTag(token: Token.TagToken, isForeign: boolean, place: Place | null): void {
    this.passed(token);
    const tag: StartTag = {
      name: token.tagName,
      attributes: token.attrs.map(({ name, value }) => ({ name, value })),
      start: token.location!.startOffset,
      end: token.location!.endOffset,
      selfClosing: token.selfClosing,
      isForeign,
      place,
    };
    this.#listener.startTag(tag);
    if (!TEXTUAL.has(tag.name)) return;
    this.#endText(tag.start);
    this.#textual = { tag, text: [] };
  }

  endTag(token: Token.TagToken): void {
    this.passed(token);
    if (this.#textual?.tag.name === token.tagName) this.#endText(token.location!.startOffset);
    this.#listener.endTag(token.tagName, token.location!.endOffset);
  }

  text(token: Token.CharacterToken): void {
    this.passed(token);
    this.#textual?.text.push(token.chars);
  }

  passed({ location }: Token.Token): void {
    if (location) this.#last = Math.max(this.#last, location.endOffset);
  }

  error(code: string): void {
    this.#isUnended ||= code === 'eof-in-tag' || code === 'eof-before-tag-name';
  }

  end(): void {
    this.#endText(this.#length);
    if (this.#isUnended) this.#listener.unended(this.#last);
  }

  #endText(end: number): void {
    const ended = this.#textual;
    this.#textual = null;
    if (ended) this.#listener.text(ended.tag, ended.text.join(''), end);
  }
}
