/** What becomes of a page's answer: consent's markup in its head, and no copy of it in a shared cache. */

import type { Visit } from './visit.ts';
import { MODEL_HEADER } from './visitor-request.ts';

/** Where a document's head is looked for, in bytes; one that has not begun by then has none. */
const SEARCH_LIMIT = 64 * 1024;

/** The start tag of the head; not `<header`. Comments before it are skipped. */
const HEAD = /<!--[\s\S]*?-->|<head(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>/gi;

/** What stands behind `<head>` where it has ours already: adapters may run middleware twice, apart from the pages too. */
const OWN = '<script type="application/json" data-consent-config';

/** The index just behind `<head>`, or -1. */
export function headStart(html: string): number {
  HEAD.lastIndex = 0;
  for (let match = HEAD.exec(html); match; match = HEAD.exec(html)) {
    if (!match[0].startsWith('<!--')) return match.index + match[0].length;
  }
  return -1;
}

/** Whether an answer is a page, by what it says of itself. Of several types browsers go by different ones, so any of them counts. */
export function isPage({ body, headers }: Response): boolean {
  const type = body === null ? '' : (headers.get('content-type') ?? '');
  return type === 'text/html' || /(?:^|,)\s*text\/html\b/i.test(type);
}

/** A page with `markup` at the very start of its head, which is found in its stream; see `injectIntoHead`. */
export function withHead(page: Response, markup: string, isWritten?: () => boolean): Response {
  const { body, status, statusText, headers } = page;
  if (body === null) return page;
  const other = new Response(injectIntoHead(body, markup, isWritten), { status, statusText, headers });
  other.headers.delete('content-length');
  return other;
}

/**
 * Puts `markup` at the very start of `<head>` while the document streams through: what comes before and after
 * is passed on as it arrives. A document without a head, or with ours, is left as it is.
 *
 * @param isWritten whether the page has written it by itself, which may turn out while it is being rendered
 */
export function injectIntoHead(
  body: ReadableStream<Uint8Array>,
  markup: string,
  isWritten: () => boolean = () => false,
): ReadableStream<Uint8Array> {
  // Latin-1 keeps one character per byte: the tag is ASCII, and no character is cut in two.
  const decoder = new TextDecoder('latin1');
  /** What is held back until the place is found; null from then on. */
  let held: Uint8Array | null = new Uint8Array();

  /** Whether the place is still to come, or what may be ours behind it is cut off. */
  function isOpen(text: string): boolean {
    if (isWritten() || text.length >= SEARCH_LIMIT) return false;
    const at = headStart(text);
    if (at === -1) return true;
    const behind = text.slice(at, at + OWN.length);
    return behind.length < OWN.length && OWN.startsWith(behind);
  }

  /** What was held back, with the markup where it belongs. One chunk: each is a write to the visitor's connection. */
  function release(start: Uint8Array, text: string): Uint8Array {
    held = null;
    const at = isWritten() ? -1 : headStart(text);
    if (at === -1 || text.startsWith(OWN, at)) return start;
    return joined([start.subarray(0, at), new TextEncoder().encode(markup), start.subarray(at)]);
  }

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!held) return controller.enqueue(chunk);
        held = joined([held, chunk]);
        const text = decoder.decode(held);
        if (!isOpen(text)) controller.enqueue(release(held, text));
      },
      flush(controller) {
        if (held?.length) controller.enqueue(release(held, decoder.decode(held)));
      },
    }),
  );
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Headers by which a page tells a CDN more than browsers: `CDN-Cache-Control`, and those of single vendors. */
const FOR_CDNS = /^(surrogate-control|.+-cache-control)$/;

/** Keeps a page that shows a visitor's state out of shared caches. */
export function keepPrivate(headers: Headers): void {
  let given = '';
  let vary = '';
  const overriding: string[] = [];
  // Read in one go, which costs no more than to ask for two of them.
  for (const [name, value] of headers) {
    if (name === 'cache-control') given = value;
    else if (name === 'vary') vary = value;
    else if (FOR_CDNS.test(name)) overriding.push(name);
  }
  // A CDN believes them rather than what is set here.
  for (const name of overriding) headers.delete(name);
  if (!given) headers.set('cache-control', 'private');
  else if (!/\b(private|no-store)\b/i.test(given)) headers.set('cache-control', privately(given));
  if (!vary) headers.set('vary', 'Cookie');
  // By whole names: `X-Cookie-Foo` is another header.
  else if (!vary.split(',').some((name) => /^\s*(cookie|\*)\s*$/i.test(name))) {
    headers.set('vary', `${vary}, Cookie`);
  }
}

/** A page that visitors of one consent model share: caches that go by `Vary` keep it for those. */
function sharedByModel(answer: Response): Response {
  // A copy: the headers of a fetched answer are fixed.
  const other = new Response(answer.body, answer);
  other.headers.append('vary', MODEL_HEADER);
  return other;
}

/**
 * An answer with what its visit has it carry (`Visit.headers`), beside what it says itself: nobody keeps one of a preview, no shared cache
 * one that shows a visitor's choices, and those of one consent model are kept apart from others.
 */
export function visitAnswer(answer: Response, visit: Visit): Response {
  const { headers } = visit;
  if (visit.isUnkept) return unkeptAnswer(answer, headers);
  if (visit.visitor) return privateAnswer(answer);
  return headers.vary === MODEL_HEADER ? sharedByModel(answer) : answer;
}

/** What a page said about caching, without what it said to shared caches. */
function privately(given: string): string {
  const rest = given
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive && !/^(public|s-maxage|proxy-revalidate|immutable)\b/i.test(directive));
  return ['private', ...rest].join(', ');
}

/** An answer that shows a visitor's state, out of shared caches: the same where its headers can be set, else a copy. */
export function privateAnswer(answer: Response): Response {
  try {
    keepPrivate(answer.headers);
    return answer;
  } catch {
    // The answer of a fetch, whose headers are fixed.
    const copy = new Response(answer.body, answer);
    keepPrivate(copy.headers);
    return copy;
  }
}

/**
 * An answer that is for this request alone, such as one of a preview: nobody keeps it, the browser neither.
 *
 * @param said what the visit has its answer carry (`Visit.headers`)
 */
export function unkeptAnswer(answer: Response, said: Readonly<Record<string, string>>): Response {
  // A copy: the headers of a fetched answer are fixed.
  const other = new Response(answer.body, answer);
  keepPrivate(other.headers);
  for (const name of ['etag', 'last-modified']) other.headers.delete(name);
  for (const [name, value] of Object.entries(said)) {
    if (name === 'set-cookie') other.headers.append(name, value);
    else if (name !== 'vary') other.headers.set(name, value);
  }
  return other;
}
