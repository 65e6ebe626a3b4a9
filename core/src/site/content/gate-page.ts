/** Whole answers of a site through the gate, as they stream. */
import type { MaybeLater } from '../config-source.ts';
import { isPage, joined } from '../page-answers.ts';
import type { Visit } from '../visit.ts';
import { type GateHtmlOptions, heldAsOne, heldHtml, ownersFor } from './gate-html.ts';
import { isDownload } from './labelled-answer.ts';
import type { Owners } from './owners.ts';
import { hasLoadingHeader, holdHeaders } from './page-headers.ts';
import { quietPart } from './quiet-html.ts';
import { readableAnswer } from './readable-answer.ts';

export interface GatePageOptions
  extends Pick<GateHtmlOptions, 'unknown' | 'own' | 'opens' | 'warn' | 'blocked'> {
  /** The secret that content of this answer was gated with (`gateHtml`), where there is such content. */
  mark?: string;
}

/**
 * An answer in which nothing loads from a third party before its category is granted, wherever it stands in the page. Code that names
 * no third party is the site's own. What is no HTML stays as it is, but for headers that load: SVG and other XML, too, which browsers
 * show, and which load what they name.
 *
 * What comes before the first tag that may load something is passed on as it comes. The rest waits for its end, for what stands before a
 * tag and behind it decide what it is. Mostly there is no such tag, and nothing waits.
 *
 * @returns the answer at once, but of a page that arrives compressed: that is undone first, and sent so. Where this runtime cannot, or
 *   its beginning is broken, an answer of status 500 without a body, of which `warn` is told. One that breaks later, or has more than
 *   16 MiB, breaks off.
 */
export function gatePage(
  answer: Response,
  visit: Visit,
  options: GatePageOptions = {},
): MaybeLater<Response> {
  const { warn = (message) => console.warn(`[consent] ${message}`) } = options;
  const gated = (plain: Response) => gatedPage(plain, visit, { ...options, warn });
  const plain = readableAnswer(answer, warn);
  return plain instanceof Promise ? plain.then(gated) : gated(plain);
}

function gatedPage(answer: Response, visit: Visit, options: GatePageOptions): Response {
  const { body, status, statusText, headers } = answer;
  const owners = ownersFor(visit, { ...options, ownCode: true });
  if (body === null || !isPage(answer) || isDownload(answer)) {
    if (!hasLoadingHeader(headers)) return answer;
    // A copy: the headers of a fetched answer are fixed.
    const other = new Response(body, answer);
    holdHeaders(other.headers, owners, visit);
    return other;
  }
  const charset = charsetOf(headers.get('content-type')!);
  const gate = new PageGate(visit, owners, options, charset);
  const gated = new Response(gate.through(body), { status, statusText, headers });
  gated.headers.delete('content-length');
  holdHeaders(gated.headers, owners, visit);
  // However its type was written: no browser takes what is sent for something else than UTF-8.
  gated.headers.set('content-type', 'text/html; charset=utf-8');
  return gated;
}

/** A type of which nobody can read the charset otherwise. */
const PLAIN_TYPE = /^text\/html[\t ]*;[\t ]*charset=("?)([\w.:-]+)\1$/i;

/** What an answer is read as: UTF-8, unless it says another charset and nothing else. Browsers are told UTF-8 in any case. */
function charsetOf(contentType: string): string {
  const label = PLAIN_TYPE.exec(contentType)?.[2] ?? UTF_8;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return UTF_8;
  }
}

const UTF_8 = 'utf-8';

/** What has not ended by then, in bytes, waits with all the rest: it would be read anew with each piece that comes. */
const MOST_OPEN = 65_536;

const NOTHING = new Uint8Array();

class PageGate {
  readonly #visit: Visit;
  readonly #owners: Owners;
  readonly #options: GatePageOptions;
  #encoding: string;
  /** What has been passed on, and what has come since. */
  readonly #passed: Uint8Array[] = [];
  #pending: Uint8Array = NOTHING;
  /** Pieces that wait for the end, as all that comes from then on does; null until then. */
  #waiting: Uint8Array[] | null;
  #isBegun = false;

  constructor(visit: Visit, owners: Owners, options: GatePageOptions, charset: string) {
    this.#visit = visit;
    this.#owners = owners;
    this.#options = options;
    this.#encoding = charset;
    // In other encodings tags may be hidden from whoever looks at single bytes.
    this.#waiting = this.#encoding === UTF_8 ? null : [];
  }

  through(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read();
          const out = done ? this.#last() : this.#next(value);
          if (out.length > 0) controller.enqueue(out);
          if (done) controller.close();
          if (done || out.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  /** What can be passed on of what has come so far. */
  #next(bytes: Uint8Array): Uint8Array {
    if (!this.#isBegun && bytes.length > 0) this.#begin(bytes[0]!);
    if (this.#waiting) {
      this.#waiting.push(bytes);
      return NOTHING;
    }
    const all = this.#pending.length === 0 ? bytes : joined([this.#pending, bytes]);
    const { sound, end } = quietPart(charactersOf(all), this.#owners);
    const out = all.subarray(0, end);
    this.#passed.push(out);
    this.#pending = all.subarray(end);
    if (sound === 'loud' || this.#pending.length > MOST_OPEN) this.#waiting = [this.#pending];
    return out;
  }

  /** By one of two first bytes a browser reads UTF-16, whatever the answer says. */
  #begin(first: number): void {
    this.#isBegun = true;
    if (first !== 0xfe && first !== 0xff) return;
    this.#encoding = first === 0xfe ? 'utf-16be' : 'utf-16le';
    this.#waiting = [];
  }

  /** What is left, with what needs consent held back. */
  #last(): Uint8Array {
    const rest = this.#waiting ? joined(this.#waiting) : this.#pending;
    if (rest.length === 0) return rest;
    if (!this.#waiting && quietPart(charactersOf(rest), this.#owners).sound === 'quiet') return rest;
    const decoder = new TextDecoder(this.#encoding, { ignoreBOM: true });
    const passed = decoder.decode(joined(this.#passed));
    return new TextEncoder().encode(this.#held(passed, decoder.decode(rest)));
  }

  #held(passed: string, rest: string): string {
    const whole = passed + rest;
    // What a program puts into a page has no beginning of one; asked for by itself it is a page all the same.
    const kinds = /^\s*<(!doctype|html)[\s>]/i.test(whole) ? [true] : [false, true];
    const options = { ...this.#options, keepsMarks: false };
    const held = heldHtml(whole, kinds, this.#visit, this.#owners, options);
    if (held.startsWith(passed)) return held.slice(passed.length);
    // All of it has become one gate, and a part of it is gone: so the rest does.
    return heldAsOne(rest, this.#visit, options);
  }
}

const NodeBuffer = globalThis.Buffer as typeof Buffer | undefined;

const latin1 = new TextDecoder('latin1');

/** A character for each byte, by which places in the text are places in the bytes. Where it is there, Node's own is many times as fast. */
const charactersOf = (bytes: Uint8Array): string =>
  NodeBuffer
    ? NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    : latin1.decode(bytes);
