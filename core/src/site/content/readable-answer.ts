/** Answers that arrive compressed, as what was compressed: nobody can say what the other holds. */
import type { MaybeLater } from '../config-source.ts';
import { isDownload, labelledAnswer, mayBePage, savedAnswer } from './labelled-answer.ts';
import { type Body, type Peeked, peeked } from './peeked-body.ts';

/**
 * A page as it can be read, and as one that says so, whether or not it did. A file to save stays as it came. Where this runtime cannot
 * undo what was done to a page, or its beginning is broken, an error without a body.
 */
export function readableAnswer(answer: Response, warn: (message: string) => void): MaybeLater<Response> {
  if (isDownload(answer)) return savedAnswer(answer);
  const encodings = encodingsOf(answer);
  if (encodings.length === 0 || !mayBePage(answer)) return labelledAnswer(answer, warn);
  return decodedAnswer(answer, encodings, warn).then((plain) => labelledAnswer(plain, warn));
}

async function decodedAnswer(
  answer: Response,
  encodings: readonly string[],
  warn: (message: string) => void,
): Promise<Response> {
  const body = await decoded(answer.body!, encodings).catch(() => null);
  if (body === null) {
    warn(
      `A page of the encoding "${encodings.join(', ')}" is not sent, since nobody here can read what it loads: ` +
        'send pages as they are (Accept-Encoding: identity), and compress behind the site',
    );
    // Without a body, by which frameworks put the site's own page of errors in its place.
    return new Response(null, { status: 500, headers: { 'cache-control': 'no-store' } });
  }
  const { status, statusText } = answer;
  const plain = new Response(body, { status, statusText, headers: answer.headers });
  const etag = plain.headers.get('etag');
  // The bytes are others, and what they say is the same (RFC 9110, 8.8.3.3).
  if (etag && !etag.startsWith('W/')) plain.headers.set('etag', `W/${etag}`);
  for (const name of ['content-encoding', 'content-length']) plain.headers.delete(name);
  return plain;
}

/** What was done to a body, in that order; nothing to most. */
function encodingsOf({ headers }: Response): string[] {
  const given = headers.get('content-encoding')?.toLowerCase() ?? '';
  const all = given.split(',').map((encoding) => encoding.trim());
  return all.filter((encoding) => encoding !== '' && encoding !== 'identity');
}

/** Nobody encodes a page more often, and each time may make a thousand times as much of it. */
const MOST_ENCODINGS = 2;

/**
 * What a page may have when it is unpacked, in bytes. It may have to wait as a whole, as bytes and as text of two bytes a character, and
 * what is sent is made beside it: in all four times as much, of the 128 MiB that runtimes at the edge have.
 */
const MOST_UNPACKED = 16 * 2 ** 20;

/**
 * Null where there are too many encodings, one is unknown here, or what the body begins with is not of it. One that breaks behind that, or
 * is larger than a page may be, is an error of the stream.
 */
async function decoded(body: Body, encodings: readonly string[]): Promise<Body | null> {
  if (encodings.length > MOST_ENCODINGS) {
    body.cancel().catch(() => {});
    return null;
  }
  let rest = await peeked(body);
  for (const encoding of encodings.toReversed()) {
    // Whoever has fetched it has undone that: Cloudflare's runtime and `fetch` leave the header there all the same.
    if (rest.start.length === 0 || isMarkup(rest.start) || isText(rest.start)) break;
    const inner = await unpacked(rest.whole, encoding);
    if (!inner) return null;
    rest = inner;
  }
  return rest.whole;
}

/** Null, and the body let go, where it cannot be read. */
async function unpacked(body: Body, encoding: string): Promise<Peeked | null> {
  const decoder = decoderOf(encoding);
  if (!decoder) {
    body.cancel().catch(() => {});
    return null;
  }
  return peeked(body.pipeThrough(decoder).pipeThrough(limited())).catch(() => null);
}

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(piece, controller) {
      size += piece.length;
      if (size > MOST_UNPACKED) throw new RangeError(`A page has more than ${MOST_UNPACKED} bytes`);
      controller.enqueue(piece);
    },
  });
}

/** By its first tag; nothing that is compressed begins so. Should it all the same, as by words, what is sent is still what was read. */
const isMarkup = (start: Uint8Array) =>
  /^(\u00ef\u00bb\u00bf)?\s*</.test(String.fromCharCode(...start.subarray(0, 64)));

/** By so many bytes text is told from what is compressed: of those no more than every other one is a byte of text. */
const ENOUGH = 32;

/** Whether it is UTF-8 without control characters; the last character may go on behind it. */
function isText(start: Uint8Array): boolean {
  if (start.length < ENOUGH) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return !/[^\P{Cc}\t\n\f\r]/u.test(text);
  } catch {
    return false;
  }
}

/** Their names in HTTP, and in the platform's streams (Compression Standard, 4). */
const FORMATS: Readonly<Record<string, string>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
};

type Decoder = ReadableWritablePair<Uint8Array, Uint8Array>;

/** What undoes an encoding: the platform's own, else Node's; null where there is neither. */
function decoderOf(encoding: string): Decoder | null {
  const format = Object.hasOwn(FORMATS, encoding) ? FORMATS[encoding] : undefined;
  if (!format) return null;
  try {
    return new DecompressionStream(format as CompressionFormat) as Decoder;
  } catch {
    return nodeDecoder(format);
  }
}

/** Asked for by name and not imported, so that runtimes without Node's modules load this one. */
function nodeDecoder(format: string): Decoder | null {
  try {
    const { createBrotliDecompress, createZstdDecompress } = process.getBuiltinModule('node:zlib');
    const { Duplex } = process.getBuiltinModule('node:stream');
    const decoder = format === 'brotli' ? createBrotliDecompress() : createZstdDecompress();
    return Duplex.toWeb(decoder) as Decoder;
  } catch {
    return null;
  }
}
