import { randomUuid } from '../../rules/clock-and-uuid.ts';
import { gateOpenerScript } from '../inline-scripts.ts';
import type { Visit } from '../visit.ts';
import { BoxWriter } from './box.ts';
import type { Edit, EditContext } from './edits.ts';
import { OverflowingHtml } from './light-tree.ts';
import { withFramesForOembeds } from './oembeds.ts';
import { Needs, Owners, type UnknownHosts } from './owners.ts';
import { isQuiet } from './quiet-html.ts';
import { editsIn } from './readings.ts';

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
  /**
   * Of content that becomes a part of an answer for `gatePage`: the secret by which that knows what has been gated already. It stays in
   * the result.
   */
  mark?: string;
  /** Is told of unknown hosts; `console.warn` by default. */
  warn?: (message: string) => void;
  /**
   * Is told of a host, more than once, whose pictures or films nobody gets to see as no tracker names it: it may be the site's own, as
   * that of a bucket is for what editors upload.
   */
  blocked?: (host: string) => void;
}

/** What is held back may change what stands behind it; mostly the second look finds nothing. */
const MAX_LOOKS = 6;

/**
 * HTML in which nothing loads from a third party, and no code of one runs, before its category is granted: what is visible becomes a
 * gate, all else keeps its place with its address put aside. What needs nothing stays as it is written, byte for byte.
 *
 * In every way in which a browser may read it: the result is read again, until nothing is found. Where that does not end, all of it
 * is held back.
 */
export function gateHtml(source: string, visit: Visit, options: GateHtmlOptions = {}): string {
  const { page = false, mark } = options;
  const html = page ? source : withFramesForOembeds(source);
  const owners = ownersFor(visit, options);
  if (isQuiet(html, owners)) return html;
  return heldHtml(html, [page], visit, owners, { ...options, keepsMarks: mark !== undefined });
}

/** Whose what is on this page. */
export function ownersFor(visit: Visit, options: GateHtmlOptions): Owners {
  const { unknown = 'block', own = [], ownCode = false } = options;
  return new Owners({
    config: visit.config,
    page: visit.address,
    own: () => [...visit.ownHosts, ...own],
    unknown,
    ownCode,
    cms: () => visit.cmsAddress,
    blocked: options.blocked,
    has: visit.visitor ? (service) => visit.has(service) : null,
    warn: options.warn ?? ((message) => console.warn(`[consent] ${message}`)),
  });
}

/** How what is held is written. */
export interface HeldOptions extends Pick<GateHtmlOptions, 'opens' | 'mark'> {
  /** Whether it is read once more. */
  keepsMarks: boolean;
}

/** @param kinds whether to read it as a whole page (true), as what stands in one (false), or as both where nobody knows */
export function heldHtml(
  html: string,
  kinds: readonly boolean[],
  visit: Visit,
  owners: Owners,
  options: HeldOptions,
): string {
  const boxes = boxesFor(visit, options);
  const held = heldText(html, kinds, { owners, visit, boxes });
  return held === null
    ? heldAsOne(html, visit, options)
    : boxes.finish(held, gateOpenerScript, options.keepsMarks);
}

/** As one gate, unread, that only this visitor opens, once. */
export function heldAsOne(html: string, visit: Visit, options: HeldOptions): string {
  const boxes = boxesFor(visit, options);
  const needs = new Needs();
  needs.unknown.add('');
  const box = boxes.write({ name: 'HTML', attributes: [], address: '', html, needs, poster: null });
  return boxes.finish(box, gateOpenerScript, options.keepsMarks);
}

const boxesFor = (visit: Visit, { opens = true, mark }: HeldOptions) =>
  new BoxWriter(visit, mark ?? randomUuid(), opens && visit.visitor);

/** Null where it cannot be read, or no look is the last. */
function heldText(html: string, kinds: readonly boolean[], context: EditContext): string | null {
  let text = html;
  try {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const edits = kinds.flatMap((isPage) => editsIn(text, isPage, context));
      if (edits.length === 0) return text;
      text = applied(text, edits);
    }
  } catch (error) {
    if (!(error instanceof OverflowingHtml)) throw error;
  }
  return null;
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
