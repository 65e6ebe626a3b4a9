/**
 * Says of most HTML that nothing in it loads from elsewhere, without reading it as a browser would: it looks at every tag that the
 * text could hold, whether it stands in a comment, in a script or in an attribute of another. What is quiet so is quiet in every way of
 * reading. What is not may be: that is for a parser to find out.
 */

import { bannerStyle, gateStyle, placeholderStyle, smallPlaceholderStyle } from '../../ui/styles.ts';
import { bannerRoomScript, gateOpenerScript, headSnippet } from '../inline-scripts.ts';
import { BOXES, beginsBox, mayBeBox, OpenElements } from './box-elements.ts';
import { TEXT } from './gate-marks.ts';
import { isCodeTag, isExternalScript } from './held-tag.ts';
import { foreignCss, HELD, LOADING_NAMES, loadingOf, mayLoad } from './loading-attributes.ts';
import { Needs, type Owners } from './owners.ts';
import { type RawTag, tagAt } from './start-tags.ts';
import type { StartTag } from './tag-report.ts';

/** Whether something in a text may load, nothing does, or its last tag has not ended. */
export type Sound = 'loud' | 'quiet' | 'open';

export interface Quiet {
  sound: Sound;
  /** Up to where all stays as it is, whatever follows. */
  end: number;
}

/** Where tags stand within tags, each is read to its end: so often as long as the text is all of it, and no more. */
const MOST_READ = 4;

/** Elements by which a text is read otherwise than its tags tell, and which few pages have. */
const READ_OTHERWISE = new Set(['math', 'frameset']);

/** Elements that matter without an attribute. */
const MATTERING = ['script', 'style', 'svg', 'picture', ...READ_OTHERWISE, ...BOXES];

/** An attribute that loads nothing, on any element and whatever its value (`mayLoad`); the bare name, or a value in quotes. */
const HARMLESS = `(?!(?:${HELD})?(?:on|(?:${LOADING_NAMES.join('|')}|css|text)[= >]))[a-z][a-z\\d-]*(?:="[^"<]*"|(?=[ >]))`;

/** Addresses below the root, or in this page: the site's own, whatever the page's. */
const OWN_ADDRESS = '(?:href|src|action)="(?:#|/(?=[\\w"]))[^"<]*"';

/** Where a link leads that is no code: by a scheme that is none, or by none. */
const LINK = 'href="(?:(?:https?|mailto|tel):)?[^"/?#:&<]*(?:[/?#][^"<]*)?"';

/**
 * What most tags are: of elements that do not matter by themselves, with attributes that load nothing from elsewhere, or links, which
 * lead there and load nothing.
 */
const PLAIN_TAG =
  `<(?:/?(?!(?:${MATTERING.join('|')})[\\s>])[a-z][a-z\\d]*(?: (?:${HARMLESS}|${OWN_ADDRESS})){0,64}` +
  `|a(?: (?:${HARMLESS}|${LINK})){0,64})>`;

/** Several at once, since to begin costs most; not without end, since the expression remembers each. */
const PLAIN_TAGS = new RegExp(`(?:${PLAIN_TAG}\\s*){1,64}`, 'y');

/** Elements of SVG that hold others of it, or nothing. */
const DRAWING = new Set([
  ...[
    'path',
    'g',
    'circle',
    'ellipse',
    'rect',
    'line',
    'polyline',
    'polygon',
    'use',
    'defs',
    'symbol',
    'text',
    'tspan',
  ],
  ...['lineargradient', 'radialgradient', 'stop', 'clippath', 'mask', 'pattern', 'marker', 'filter'],
]);

/** What stands in every page that has them, and is quiet itself, whatever it is read as. */
export const OWN_TEXTS = {
  script: [headSnippet, bannerRoomScript, gateOpenerScript],
  style: [bannerStyle, gateStyle, placeholderStyle, smallPlaceholderStyle],
};

/** Elements of SVG that may hold HTML. */
const DRAWING_TEXT = new Set(['title', 'desc']);

/**
 * @param html as text, or with a character for each byte of UTF-8: all that counts here are characters of ASCII
 */
export function quietPart(html: string, owners: Owners): Quiet {
  return new QuietReading(html, owners).run();
}

export function isQuiet(html: string, owners: Owners): boolean {
  return quietPart(html, owners).sound === 'quiet';
}

class QuietReading {
  readonly #html: string;
  readonly #owners: Owners;
  /** How much has been read. */
  #read = 0;
  /** Behind the last tag or text. */
  #end = 0;
  /** Behind a text of which all is known. */
  #next = 0;
  #isDrawing = false;
  #box: OpenElements | null = null;
  /** The box is a picture, which stays as it is with all that is the site's own. */
  #isPicture = false;
  /** Nobody can say where the box ends that is open. */
  #isBoxUnread = false;

  constructor(html: string, owners: Owners) {
    this.#html = html;
    this.#owners = owners;
  }

  run(): Quiet {
    const html = this.#html;
    let end = 0;
    for (let at = this.#following(0); at !== -1; at = this.#following(Math.max(at + 1, this.#next))) {
      if (at >= this.#end && !this.#isWithin && !beginsTag(html, at)) end = at;
      const sound = this.#at(at);
      if (sound !== 'quiet') return { sound, end };
    }
    return { sound: 'quiet', end: this.#isWithin ? end : html.length };
  }

  /** The next tag that has to be read; -1 where there is none. */
  #following(from: number): number {
    return this.#isWithin ? this.#html.indexOf('<', from) : behindPlainTags(this.#html, from);
  }

  /** Whether what follows counts for what stands before it: as a part of a drawing, or of what becomes one gate as a whole. */
  get #isWithin(): boolean {
    return this.#isDrawing || this.#box !== null;
  }

  #at(at: number): Sound {
    const html = this.#html;
    const isEnd = html.charCodeAt(at + 1) === SLASH;
    const nameStart = isEnd ? at + 2 : at + 1;
    if (nameStart >= html.length) return 'open';
    if (!isLetter(html.charCodeAt(nameStart))) {
      this.#isBoxUnread = true;
      return this.#isDrawing ? 'loud' : 'quiet';
    }
    const tag = tagAt(html, nameStart);
    if (!tag) return 'open';
    this.#read += tag.end - at;
    if (this.#read > html.length * MOST_READ) return 'loud';
    if (this.#isDrawing || tag.name === 'svg') {
      const drawn = this.#draw(at, tag, isEnd);
      if (drawn !== 'quiet') return drawn;
    }
    this.#enterBox(at, tag, isEnd);
    this.#end = Math.max(this.#end, tag.end);
    return isEnd ? 'quiet' : this.#judge(tag);
  }

  #enterBox(at: number, { name }: RawTag, isEnd: boolean): void {
    if (!this.#box) {
      // What stands in a frame is text, and adds nothing to it.
      if (isEnd || name === 'iframe' || !beginsBox(name)) return;
      this.#box = new OpenElements(name);
      this.#isPicture = name === 'picture';
      this.#isBoxUnread = at < this.#end;
      return;
    }
    this.#isBoxUnread ||= at < this.#end || name === 'iframe';
    if (this.#isBoxUnread) return;
    const isOpen = isEnd ? this.#box.end(name) === 'open' : this.#box.start(name);
    if (!isOpen) this.#box = null;
  }

  /** Within SVG only what every parser reads alike, up to its end. */
  #draw(at: number, { name, end, selfClosing }: RawTag, isEnd: boolean): Sound {
    const html = this.#html;
    const following = html.indexOf('<', at + 1);
    if (following !== -1 && following < end) return 'loud';
    if (name === 'svg') {
      if (this.#isDrawing && !isEnd) return 'loud';
      this.#isDrawing = !isEnd && !selfClosing;
      return 'quiet';
    }
    if (DRAWING.has(name)) return 'quiet';
    if (!DRAWING_TEXT.has(name)) return 'loud';
    if (isEnd || selfClosing) return isEnd ? 'quiet' : 'loud';
    if (following === -1 || html.length < following + name.length + 2) return 'open';
    return html.slice(following, following + name.length + 2).toLowerCase() === `</${name}`
      ? 'quiet'
      : 'loud';
  }

  #judge(tag: RawTag): Sound {
    const { name, attributes, end } = tag;
    if (READ_OTHERWISE.has(name)) return 'loud';
    const hasText = name === 'script' || name === 'style';
    const loads = attributes.filter((attribute) => mayLoad(attribute.name, attribute.value));
    if (loads.length === 0 && (!hasText || this.#isOwnText(name, end))) return 'quiet';
    // As bytes, letters of other alphabets are other hosts.
    if (loads.some(({ value }) => NOT_ASCII.test(value))) return 'loud';
    const whole = wholeTag(tag);
    if (!whole || attributes.some((attribute) => attribute.name === TEXT)) return 'loud';
    const loading = loadingOf(whole, this.#owners, unread);
    const isInBox = (this.#box !== null && !this.#isPicture) || mayBeBox(name);
    if (loading.some(({ needs }) => isInBox || !needs.areNone)) return 'loud';
    return hasText ? this.#text(whole, end) : 'quiet';
  }

  /** Whether what a script or style holds is ours, all of it, and so need not be read. */
  #isOwnText(name: 'script' | 'style', start: number): boolean {
    const html = this.#html;
    const own = OWN_TEXTS[name].find(
      (text) => html.slice(start, start + text.length) === text && isEndTag(html, name, start + text.length),
    );
    if (own === undefined) return false;
    this.#next = start + own.length;
    this.#end = Math.max(this.#end, this.#next);
    return true;
  }

  #text(tag: StartTag, start: number): Sound {
    const isStyle = tag.name === 'style';
    if (!isStyle && (!isCodeTag(tag) || isExternalScript(tag))) return 'quiet';
    const end = endOfText(this.#html, tag.name, start);
    if (end === -1) return 'open';
    this.#read += end - start;
    this.#end = Math.max(this.#end, end);
    const text = this.#html.slice(start, end);
    if (OTHER_ALPHABET.test(text)) return 'loud';
    if (isStyle) return foreignCss(text, this.#owners).needs.areNone ? 'quiet' : 'loud';
    // By this a script may go on behind its end tag.
    return !text.includes('<!--') && this.#owners.isOwnCode(text) ? 'quiet' : 'loud';
  }
}

/** Stands for what a document in an attribute needs. */
function unread(): Needs {
  const needs = new Needs();
  needs.unknown.add('');
  return needs;
}

/** Where the text ends that a script or style has from here on; -1 where it does not. */
function endOfText(html: string, name: string, start: number): number {
  for (let at = html.indexOf('</', start); at !== -1; at = html.indexOf('</', at + 2)) {
    if (isEndTag(html, name, at)) return at;
  }
  return -1;
}

/** Whether the end tag of an element stands here. */
function isEndTag(html: string, name: string, at: number): boolean {
  const behind = at + 2 + name.length;
  return /[\t\n\f\r />]/.test(html.charAt(behind)) && html.slice(at, behind).toLowerCase() === `</${name}`;
}

/** The next `<` that begins no plain tag; -1 where there is none. Within a plain tag none begins, so it counts for nothing that follows. */
function behindPlainTags(html: string, from: number): number {
  let at = html.indexOf('<', from);
  while (at !== -1) {
    PLAIN_TAGS.lastIndex = at;
    if (!PLAIN_TAGS.test(html)) break;
    at = html.indexOf('<', PLAIN_TAGS.lastIndex);
  }
  return at;
}

/** Whether what stands before this place would begin a tag, were there nothing behind it. */
const beginsTag = (html: string, at: number) =>
  html.charCodeAt(at - 1) === LESS || (html.charCodeAt(at - 1) === SLASH && html.charCodeAt(at - 2) === LESS);

const NOT_ASCII = /[\u0080-\uffff]/;

/** An address whose host is in letters of another alphabet. */
const OTHER_ALPHABET = /\/\/[^\s"'`()<>/]*[\u0080-\uffff]/;

const SLASH = 47;
const LESS = 60;

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const REFERENCES: Record<string, string> = {
  amp: '&',
  '#38': '&',
  quot: '"',
  '#34': '"',
  apos: "'",
  '#39': "'",
  lt: '<',
  '#60': '<',
  gt: '>',
  '#62': '>',
};

/** What else says how a tag is to be taken. */
const TELLING = new Set(['type', 'rel', 'content', 'data-consent-category']);

/** The tag with its values as they are meant; null where one that counts has a reference in it that few write. */
function wholeTag({ name, attributes, end, selfClosing }: RawTag): StartTag | null {
  const meant: { name: string; value: string }[] = [];
  for (const { name, value } of attributes) {
    const plain = value.replace(/&(amp|quot|apos|lt|gt|#3[489]|#6[02]);/g, (_, known) => REFERENCES[known]!);
    const counts = TELLING.has(name) || mayLoad(name, value);
    if (counts && /&(?!(?:amp|quot|apos|lt|gt|#3[489]|#6[02]);)[#a-z]/i.test(value)) return null;
    meant.push({ name, value: plain });
  }
  return { name, attributes: meant, start: 0, end, selfClosing, isForeign: false, place: null };
}
