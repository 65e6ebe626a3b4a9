import type { ConsentExpr } from '../../contract/config.ts';
import { escapeHtml } from '../../contract/safe-html.ts';
import type { BoxWriter } from './box.ts';
import { isPicture, isVoid, mayBeBox, OpenElements } from './box-elements.ts';
import { withoutAddresses } from './css-addresses.ts';
import { isForged, isGated } from './gate-marks.ts';
import { heldStyle, heldTag, isCodeTag, isExternalScript } from './held-tag.ts';
import { type ReadingOptions, readHtml } from './html-tokens.ts';
import { attributeOf, foreignCss, HELD, type Loading, loadingOf } from './loading-attributes.ts';
import { Needs, type Owners } from './owners.ts';
import { isIcon } from './said-size.ts';
import type { StartTag } from './tag-report.ts';

/** A piece of the source, and what takes its place. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface EditContext {
  owners: Owners;
  boxes: Pick<BoxWriter, 'write' | 'mark' | 'unforged'>;
  visit: { has(expr: ConsentExpr): boolean };
}

/** What has to change for nothing to load in one way of reading, in no order. */
export function findEdits(
  html: string,
  isPage: boolean,
  reading: ReadingOptions,
  context: EditContext,
): Edit[] {
  const search = new Search(html, isPage, reading, context, 0);
  readHtml(html, isPage, reading, search);
  return search.edits;
}

/** Documents in attributes of documents: nobody nests them deeper. */
const MAX_DOCUMENTS = 3;

/** A gate in these would be read as something else, or nobody could press its buttons. */
const NO_BOX_IN = new Set([
  ...[
    'a',
    'button',
    'label',
    'summary',
    'option',
    'select',
    'optgroup',
    'datalist',
    'noscript',
    'head',
    'template',
  ],
  ...['svg', 'math', 'audio', 'video', 'object'],
]);

/** What names a picture of what is held, the first first: a copy of one, as the original would ask a third party. */
const POSTERS = [`${HELD}poster`, 'poster'];

interface OpenBox {
  tag: StartTag;
  /** The element that says how much room it takes: of a picture of several sources, the image within. */
  shown: StartTag;
  needs: Needs;
  /** Whether it is a picture of which nothing is seen while it is held. */
  isMissing: boolean;
  /** Whether a picture has a source that is not held for good. */
  hasOtherSource: boolean;
  /** Elements within that are still open, itself first. */
  open: OpenElements;
  /** Its address, or the first that is offered for it within; empty where there is none. */
  address: string;
  /** How many edits were there before it. */
  edits: number;
}

class Search {
  readonly edits: Edit[] = [];
  readonly #html: string;
  readonly #isPage: boolean;
  readonly #reading: ReadingOptions;
  readonly #context: EditContext;
  readonly #depth: number;
  readonly #all = new Needs();
  #box: OpenBox | null = null;
  /** The name of an element within which all has been gated. */
  #gated: string | null = null;

  constructor(html: string, isPage: boolean, reading: ReadingOptions, context: EditContext, depth: number) {
    this.#html = html;
    this.#isPage = isPage;
    this.#reading = reading;
    this.#context = context;
    this.#depth = depth;
  }

  startTag(tag: StartTag): void {
    const { owners, boxes } = this.#context;
    if (this.#gated) return;
    if (isGated(tag, boxes.mark)) {
      this.#box = null;
      this.#gated = tag.name;
      return;
    }
    if (tag.name === 'frameset' && !this.#isPage) {
      // In content it is dropped; where nothing stands before it, it would take the place of the whole body.
      this.edits.push({ start: tag.start, end: tag.end, text: '<!---->' });
      return;
    }
    const loading = loadingOf(tag, owners, (document) => this.#documentNeeds(document));
    const needs = new Needs();
    for (const one of loading) needs.add(one.needs);
    this.#enterBox(tag, loading, needs);
    // Whether a script may run is known once its text is, and so is what becomes of one that says it were a gate's.
    if (isCodeTag(tag) || (tag.name === 'script' && isForged(tag, boxes.mark))) return;
    this.#hold(tag, loading, needs);
    if (isVoid(tag.name) && this.#box?.tag === tag) this.endTag(tag.name, tag.end);
  }

  text(tag: StartTag, text: string, end: number): void {
    const { owners, boxes } = this.#context;
    const needs = new Needs();
    if (this.#gated) return;
    if (tag.name === 'style') this.#style(tag, text, end);
    else if (isForged(tag, boxes.mark)) this.#put(tag.start, tag.end, boxes.unforged(tag));
    else if (isCodeTag(tag)) {
      const loading = loadingOf(tag, owners, () => new Needs());
      for (const one of loading) needs.add(one.needs);
      if (!isExternalScript(tag) && text.trim()) owners.code(text, needs);
      this.#hold(tag, loading, needs, true);
    }
  }

  unended(start: number): void {
    const { length } = this.#html;
    // By itself it is nothing, but a `<` alone is a text, which has been read as one.
    const [alone] = /<\/?$/.exec(this.#html) ?? [];
    if (alone) this.#put(length - alone.length, length, alone.replace('<', '&lt;'));
    else this.#put(start, length, '');
  }

  /** A style stays without what it loads: browsers load what it imports before they ask of what type it is. */
  #style(tag: StartTag, text: string, end: number): void {
    const { css, needs } = foreignCss(text, this.#context.owners);
    this.#all.add(needs);
    if (needs.areNone || this.#isFree(needs)) return;
    const safe = withoutAddresses(text, css);
    this.#put(tag.start, end, heldStyle(tag, text, needs) + (tag.isForeign ? escapeHtml(safe) : safe));
  }

  #put(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  #hold(tag: StartTag, loading: readonly Loading[], needs: Needs, isCode = false): void {
    this.#all.add(needs);
    if (needs.areNone || this.#isFree(needs)) return;
    const asked = loading.filter((one) => !one.needs.areNone);
    const text = heldTag(tag, asked, needs, isCode);
    if (text !== null) this.#put(tag.start, tag.end, text);
  }

  endTag(name: string, end: number): void {
    if (this.#gated) {
      if (name === this.#gated) this.#gated = null;
      return;
    }
    const box = this.#box;
    if (!box) return;
    const state = box.open.end(name);
    if (state === 'open') return;
    this.#box = null;
    if (state === 'whole') this.#writeBox(box, end);
  }

  get needs(): Needs {
    return this.#all;
  }

  /** What is whole and balanced becomes a box; else each part of it is held in its place. */
  #enterBox(tag: StartTag, loading: readonly Loading[], needs: Needs): void {
    const isMissing = tag.name === 'img' && isMissingPicture(tag, loading) && !isUnseen(tag);
    const box = this.#box;
    // What stands in a picture by mistake is no part of it.
    if (box && !(box.tag.name === 'picture' && mayBeBox(tag.name))) {
      if (box.open.start(tag.name)) {
        box.needs.add(needs);
        box.address ||= addressIn(tag);
        if (tag.name === 'source') box.hasOtherSource ||= !isMissingPicture(tag, loading);
        if (box.tag.name === 'picture' && tag.name === 'img') Object.assign(box, { shown: tag, isMissing });
      } else this.#box = null;
      return;
    }
    this.#box = null;
    const isBox = mayBeBox(tag.name) && !(tag.name === 'embed' && needs.ofGate.areNone);
    if (!isBox && !isMissing && tag.name !== 'picture') return;
    if (!this.#isMain || isUnseen(tag) || !tag.place || tag.place.isIn(NO_BOX_IN)) return;
    const own = new Needs();
    own.add(needs);
    const open = new OpenElements(tag.name);
    const address = addressIn(tag);
    const edits = this.edits.length;
    this.#box = { tag, shown: tag, needs: own, isMissing, hasOtherSource: false, open, address, edits };
  }

  get #isMain(): boolean {
    return this.#reading.scripting && !this.#reading.richSelect && this.#depth === 0;
  }

  #writeBox(box: OpenBox, end: number): void {
    const { tag, shown, address } = box;
    const needs = box.needs.ofGate;
    const comesByItself = isPicture(tag.name) && (!box.isMissing || box.hasOtherSource);
    if (needs.areNone || comesByItself) return;
    this.edits.length = box.edits;
    const html = this.#html.slice(tag.start, end);
    const { owners } = this.#context;
    const named = POSTERS.map((name) => owners.ownAddress(attributeOf(tag, name))).find(Boolean);
    const poster = named ?? owners.pictureOf(needs.trackers);
    const { name, attributes } = shown;
    const text = this.#context.boxes.write({ name, attributes, address, html, needs, poster });
    this.edits.push({ start: tag.start, end, text });
  }

  /** Without scripts nobody opens anything: what the server knows to be granted stands as it is (I6). */
  #isFree(needs: Needs): boolean {
    return !this.#reading.scripting && this.#context.visit.has(needs.expression);
  }

  #documentNeeds(html: string): Needs {
    const needs = new Needs();
    if (this.#depth >= MAX_DOCUMENTS) {
      this.#context.owners.unreadable(needs);
      return needs;
    }
    for (const scripting of [true, false]) {
      const inner = new Search(html, true, { scripting, richSelect: true }, this.#context, this.#depth + 1);
      readHtml(html, true, { scripting, richSelect: true }, inner);
      needs.add(inner.needs);
    }
    return needs;
  }
}

/** What an element shows, by its address: not a picture or track that goes with it. */
function addressIn(tag: StartTag): string {
  if (tag.name === 'object') return attributeOf(tag, 'data');
  if (tag.name === 'img') return attributeOf(tag, 'src') || firstOf(attributeOf(tag, 'srcset'));
  return mayBeBox(tag.name) || tag.name === 'source' ? attributeOf(tag, 'src') : '';
}

/** The first address of a list of pictures of several sizes. */
const firstOf = (srcset: string) => /[^\s,]+/.exec(srcset)?.[0] ?? '';

/** Whether a picture, or a source of one, never comes by itself: each of its addresses names a host that nobody declared. */
function isMissingPicture(tag: StartTag, loading: readonly Loading[]): boolean {
  const isUnknown = (searched: string) =>
    loading.some(({ attribute: { name }, needs }) => name === searched && needs.unknown.size > 0);
  const given = ['src', 'srcset'].filter((name) => attributeOf(tag, name));
  return given.length > 0 && given.every(isUnknown);
}

/** Frames that are there to be loaded, and not to be seen, need no placeholder; nor do pictures that are smaller than any control. */
function isUnseen(tag: StartTag): boolean {
  const isTiny = ['width', 'height'].some((name) => /^\s*[01](px)?\s*$/.test(attributeOf(tag, name)));
  const isHidden = tag.attributes.some(({ name }) => name === 'hidden');
  const style = attributeOf(tag, 'style');
  if (tag.name === 'img' && isIcon(tag.attributes)) return true;
  return isTiny || isHidden || isTinyBy(style) || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** Both ways, and by nothing larger again, as by `width: 1px; min-width: 100%` in frames for phones. */
function isTinyBy(style: string): boolean {
  const isGrown = /\b(min-|padding|aspect-ratio)/i.test(style);
  const tiny = /(?:^|[;\s])(width|height)\s*:\s*(?:0+[a-z%]*|[01]px)\s*(?:!\s*important\s*)?(?=;|$)/gi;
  const names = Array.from(style.matchAll(tiny), ([, name]) => name!.toLowerCase());
  return !isGrown && new Set(names).size === 2;
}
