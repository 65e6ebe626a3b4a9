import type { IncomingMessage } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import { answerError } from '../http/answer-error';

/** A record is a few hundred bytes; more than this is not one (E4). */
export const MAX_BODY_BYTES = 4096;

/** `text/plain` because `navigator.sendBeacon` can send nothing else without a preflight. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

type RecordBody = { text: string } | { refused: 415 } | { refused: 413; limit: number };

/** Where the body waits between the two middlewares. */
const bodies = new WeakMap<IncomingMessage, RecordBody>();

/**
 * Takes the body of `POST <path>` before Strapi's body parser does, which would read a megabyte, write uploads to
 * disk and answer broken JSON on its own, before origin and limit have been looked at (K).
 */
export function takeRecordBody(path: string, limit = MAX_BODY_BYTES): Middleware {
  return async (ctx, next) => {
    // The router ignores case and a trailing slash, so this must too.
    if (ctx.method !== 'POST' || ctx.path.toLowerCase().replace(/\/$/, '') !== path.toLowerCase())
      return next();
    bodies.set(ctx.req, await bodyOf(ctx, limit));
    // Strapi's parser leaves a request without a content type alone; the stream may have been read already.
    delete ctx.req.headers['content-type'];
    return next();
  };
}

/** Route middleware: 415 or 413 for a body that cannot be a record, else on to the next. */
export async function requireRecordBody(ctx: Context, next: Next): Promise<void> {
  const body = bodies.get(ctx.req) ?? { refused: 415 };
  if ('text' in body) {
    await next();
    return;
  }
  // What is still on its way will not be read: the connection cannot be used again.
  ctx.set('Connection', 'close');
  const [name, message] =
    body.refused === 415
      ? ['UnsupportedMediaTypeError', 'Send it as application/json, or as text/plain holding JSON.']
      : ['PayloadTooLargeError', `The body is larger than ${body.limit} bytes.`];
  answerError(ctx, body.refused, name, message);
}

/** The text of an accepted body. */
export function recordText(ctx: Context): string {
  const body = bodies.get(ctx.req);
  return body && 'text' in body ? body.text : '';
}

async function bodyOf(ctx: Context, limit: number): Promise<RecordBody> {
  if (!acceptable(ctx)) return { refused: 415 };
  const body = await readAtMost(ctx.req, limit);
  return body === null ? { refused: 413, limit } : { text: body.toString('utf8') };
}

function acceptable(ctx: Context): boolean {
  const [type = ''] = ctx.get('content-type').split(';', 1);
  const coding = ctx.get('content-encoding').trim().toLowerCase();
  return CONTENT_TYPES.includes(type.trim().toLowerCase()) && (coding === '' || coding === 'identity');
}

/** The whole body, or null as soon as it is known to be longer than `limit` bytes. */
function readAtMost(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('aborted', onAborted);
      settle();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.pause();
        stop(() => resolve(null));
      } else chunks.push(chunk);
    };
    const onEnd = () => stop(() => resolve(Buffer.concat(chunks)));
    const onError = (error: Error) => stop(() => reject(error));
    const onAborted = () => stop(() => reject(gone()));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('aborted', onAborted);
  });
}

/** Nobody is left to answer; `expose` keeps Koa from logging it as an error of ours. */
function gone(): Error {
  const message = 'The client went away before the record was complete.';
  return Object.assign(new Error(message), { status: 400, expose: true });
}
