import { randomUuid } from '../../rules/clock-and-uuid.ts';
import { gateOpenerScript } from '../inline-scripts.ts';
import type { Visit } from '../visit.ts';
import { BoxWriter } from './box.ts';
import { type Edit, type EditContext, findEdits } from './edits.ts';
import type { ReadingOptions } from './html-tokens.ts';
import { OverflowingHtml } from './light-tree.ts';
import { Needs, Owners, type UnknownHosts } from './owners.ts';

export interface GateHtmlOptions {
  /**
   * What becomes of what loads from a host that no tracker names, and of code in the content: held back for good but for "once"
   * (default), left, or left and told of.
   */
  unknown?: UnknownHosts;
  /** Further hosts that are the site's own, as `media.example.com` or `*.example.com`; its own and the CMS's are. */
  own?: readonly string[];
  /** A whole page, from its doctype on, rather than what stands in one. */
  page?: boolean;
  /** Whether code that names no third party is the site's own, as in its pages, and stays; false by default. */
  ownCode?: boolean;
  /** False where what is granted must arrive closed, as in what is loaded after its page. */
  opens?: boolean;
  /** Is told of unknown hosts; `console.warn` by default. */
  warn?: (message: string) => void;
}

/** Ways in which browsers read HTML, and what must stand in it for one to differ from the first. */
const READINGS: readonly (ReadingOptions & { where?: RegExp })[] = [
  { scripting: true, richSelect: false },
  { scripting: false, richSelect: false, where: /<noscript/i },
  // What `<select>` could hold until 2025, and since.
  { scripting: true, richSelect: true, where: /<select/i },
  { scripting: false, richSelect: true, where: /<noscript/i },
  // Browsers look ahead for what they will load.
  { scripting: true, richSelect: true, ahead: true, where: /<(svg|math|select|frameset)/i },
  { scripting: false, richSelect: true, ahead: true, where: /<noscript/i },
];

/** What is held back may change what stands behind it; mostly the second look finds nothing. */
const MAX_LOOKS = 6;

/**
 * HTML in which nothing loads from a third party, and no code of one runs, before its category is granted: what is visible becomes a
 * gate, all else keeps its place with its address put aside. What needs nothing stays as it is written, byte for byte.
 *
 * In every way in which a browser may read it: the result is read again, until nothing is found. Where that does not end, all of it
 * is held back.
 */
export function gateHtml(html: string, visit: Visit, options: GateHtmlOptions = {}): string {
  const { unknown = 'block', own = [], page: isPage = false, ownCode = false, opens = true } = options;
  const { config } = visit;
  const owners = new Owners({
    config,
    page: visit.address,
    own: [...visit.ownHosts, ...own],
    unknown,
    ownCode,
    warn: options.warn ?? ((message) => console.warn(`[consent] ${message}`)),
  });
  const boxes = () => new BoxWriter(visit, randomUuid(), opens && visit.visitor);
  return held(html, isPage, { owners, visit, boxes: boxes() }) ?? allHeld(html, boxes());
}

/** Null where it cannot be read, or no look is the last. */
function held(html: string, isPage: boolean, context: EditContext): string | null {
  let text = html;
  try {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const edits = editsIn(text, isPage, context);
      if (edits.length === 0) return context.boxes.finish(text, gateOpenerScript);
      text = applied(text, edits);
    }
  } catch (error) {
    if (!(error instanceof OverflowingHtml)) throw error;
  }
  return null;
}

/** As one gate that only this visitor opens, once. */
function allHeld(html: string, boxes: BoxWriter): string {
  const needs = new Needs();
  needs.unknown.add('');
  return boxes.finish(boxes.write({ name: 'HTML', attributes: [], html, needs }), gateOpenerScript);
}

function editsIn(text: string, isPage: boolean, context: EditContext): Edit[] {
  const readings = READINGS.filter(({ where }) => !where || where.test(text));
  return readings.flatMap((reading) => findEdits(text, isPage, reading, context));
}

/** Of edits that meet, the first and longer one: what the other is about is looked at again. */
function applied(text: string, edits: Edit[]): string {
  const inOrder = edits.sort((one, other) => one.start - other.start || other.end - one.end);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: put } of inOrder) {
    if (start < from) continue;
    parts.push(text.slice(from, start), put);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
