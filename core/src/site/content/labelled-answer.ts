/** Answers that browsers take for pages and that do not say `text/html`, as answers that do. */
import type { MaybeLater } from '../config-source.ts';
import { isPage } from '../page-answers.ts';
import { peeked } from './peeked-body.ts';

/** Alone, or as one of several types. */
const XHTML = /(^|,)\s*application\/xhtml\+xml\b/i;

/** What is a type at all (WHATWG MIME Sniffing, 4.4), and says something. */
const TYPE = /^[\t ]*(?!\*\/\*)[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[\t ]*(;|$)/;

/** What says nothing by which browsers go: they look how it begins (7). */
const UNKNOWN = /^[\t ]*(application|unknown)\/unknown[\t ]*(;|$)/i;

/** What HTML begins with to some browser: those of the standard's tags (7.1), and those that Firefox adds. */
const HTML_START =
  /^<(!|a|applet|b|base|body|br|center|div|dl|font|form|frameset|h[1-6]|head|html|iframe|img|isindex|link|meta|object|p|pre|script|style|table|title|ul)/i;

/** How many bytes browsers look at: 1,445 by the standard (7), and none more. */
const SNIFFED = 1445;

/** Whether an answer is a page, or a browser may take it for one. */
export const mayBePage = (answer: Response): boolean =>
  isPage(answer) || (answer.body !== null && (isXhtml(answer) || isUnsaid(answer)));

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

const isXhtml = (answer: Response): boolean => XHTML.test(typeOf(answer));

/** A part of an answer (206) is put to what was there before it, and says nothing of the whole. */
function isUnsaid(answer: Response): boolean {
  if (answer.status === 206 || isNosniff(answer)) return false;
  // Of several types the last counts (Fetch Standard, "extract a MIME type").
  const type = typeOf(answer)
    .split(',')
    .findLast((one) => TYPE.test(one));
  return type === undefined || UNKNOWN.test(type);
}

/**
 * Whether browsers save an answer to a file instead of showing it (RFC 6266, 4.2). No more than what all of them take for that: `inline`,
 * a bare name of a file and what is malformed are shown.
 */
export const isDownload = ({ headers }: Response): boolean =>
  /^attachment\s*(;|$)/i.test(headers.get('content-disposition')?.trim() ?? '');

/**
 * A file to save, as it came, with whatever it loads when somebody opens it. Not as a page: a router that fetches pages by itself
 * may show whatever says `text/html`, and leave all else to the browser.
 */
export const savedAnswer = (answer: Response): Response =>
  mayBePage(answer) ? labelled(answer, answer.body, 'content-type', 'application/octet-stream') : answer;

const isNosniff = ({ headers }: Response): boolean =>
  /^\s*nosniff\s*(,|$)/i.test(headers.get('x-content-type-options') ?? '');

/**
 * XHTML is read and sent as HTML: as XML it might load by elements that are none in HTML. What says no type is HTML where browsers find it to
 * be, and else nothing that they guess to be a page.
 */
export function labelledAnswer(answer: Response, warn: (message: string) => void): MaybeLater<Response> {
  if (isPage(answer) || !mayBePage(answer)) return answer;
  if (!isXhtml(answer)) return sniffedAnswer(answer);
  warn('A page of the type application/xhtml+xml is sent as text/html, as only that can be gated');
  return labelled(answer, answer.body, 'content-type', typeOf(answer).replace(XHTML, '$1text/html'));
}

/**
 * What is made at build is a file, of whose headers nothing is left: one whose name says HTML is served as a page, and none as a download,
 * whatever the answer said of itself. One that is served as XHTML by its name nobody can gate, so there is no such file, of which `warn` is told.
 */
export function fileAnswer(
  answer: Response,
  { pathname }: Pick<URL, 'pathname'>,
  warn: (message: string) => void = (message) => console.warn(`[consent] ${message}`),
): Response {
  if (answer.body === null) return answer;
  if (/\.xht(ml?)?$/i.test(pathname)) {
    warn(
      `${pathname} is not made, since servers send it as XHTML, which cannot be gated: give it a name in .html`,
    );
    return new Response(null, { status: 501, headers: { 'cache-control': 'no-store' } });
  }
  const isNamedPage = /\.html?$/i.test(pathname) && !isPage(answer);
  const file = isNamedPage
    ? labelled(answer, answer.body, 'content-type', 'text/html; charset=utf-8')
    : answer;
  return isDownload(file) && mayBePage(file)
    ? labelled(file, file.body, 'content-disposition', 'inline')
    : file;
}

async function sniffedAnswer(answer: Response): Promise<Response> {
  const { start, whole } = await peeked(answer.body!, isTold);
  const text = textOf(start);
  if (HTML_START.test(text)) return labelled(answer, whole, 'content-type', 'text/html');
  return text.startsWith('<')
    ? labelled(answer, whole, 'x-content-type-options', 'nosniff')
    : new Response(whole, answer);
}

const LONGEST_START = '<frameset'.length;

/** Whether what a body begins with says what it is. */
function isTold(start: Uint8Array): boolean {
  const text = textOf(start);
  return start.length >= SNIFFED || /^[^<]/.test(text) || text.length >= LONGEST_START;
}

/** What a body begins with behind white space. */
const textOf = (start: Uint8Array): string =>
  String.fromCharCode(...start.subarray(0, SNIFFED)).replace(/^[\t\n\f\r ]+/, '');

function labelled(answer: Response, body: BodyInit | null, name: string, value: string): Response {
  const other = new Response(body, answer);
  other.headers.set(name, value);
  return other;
}
