import type { IncomingMessage } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Request } from 'koa';
import { answerError } from './answer-error';
import { publicPath } from './origin';
import { unavailable } from './outage';

/** `text/plain` because `navigator.sendBeacon` can send nothing else without a preflight. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

type BodyParser = (config: unknown, context: { strapi: Core.Strapi }) => Middleware;

/**
 * Has Strapi's body parser pass over `POST <path>` below the public path, as it passes over GraphQL: it would read a
 * megabyte, write uploads to disk and answer broken JSON on its own, before type, size and limit have been looked at
 * (K). The route reads the body by {@link textBody}. To be called in register(), before middlewares are made.
 */
export function leaveBodyToRoute(strapi: Core.Strapi, path: string): void {
  const own = `${publicPath(strapi)}${path}`.toLowerCase();
  strapi.get('middlewares').extend('strapi::body', (parser: BodyParser): BodyParser => {
    return (config, context) => {
      const parse = parser(config, context);
      return (ctx, next) => {
        // The router ignores case and a trailing slash, so this must too.
        const isOwn = ctx.method === 'POST' && ctx.path.toLowerCase().replace(/\/$/, '') === own;
        return isOwn ? next() : parse(ctx, next);
      };
    };
  });
}

/**
 * Route middleware: reads a text of at most `limit` bytes into `ctx.request.body`, or answers 415 or 413. Where another
 * middleware of the app has read it, what that one left is taken; where it left nothing the answer is 503, upon which pages
 * keep their records (F4), and the log says once what to change.
 */
export function textBody(strapi: Core.Strapi, limit: number): Middleware {
  let isSaid = false;
  const refuseTaken = (ctx: Context) => {
    if (!isSaid) strapi.log.error(`consent: ${takenBefore(ctx.path)}`);
    isSaid = true;
    unavailable(ctx, 'The body was taken by another middleware; the log of the CMS says what to change.');
  };
  return async (ctx, next) => {
    if (!isAcceptable(ctx)) {
      const message = 'Send it as application/json, or as text/plain holding JSON.';
      return refuse(ctx, 415, 'UnsupportedMediaTypeError', message);
    }
    const text = isTaken(ctx.req) ? leftText(ctx.request) : await readAtMost(ctx.req, limit);
    if (text === undefined) return refuseTaken(ctx);
    if (text === null || Buffer.byteLength(text) > limit) {
      return refuse(ctx, 413, 'PayloadTooLargeError', `The body is larger than ${limit} bytes.`);
    }
    Reflect.set(ctx.request, 'body', text);
    await next();
  };
}

/** The text that {@link textBody} has read. */
export const bodyText = (ctx: Context): string => String(Reflect.get(ctx.request, 'body'));

function refuse(ctx: Context, status: 413 | 415, name: string, message: string): void {
  // What is still on its way will not be read: the connection cannot be used again.
  ctx.set('Connection', 'close');
  answerError(ctx, status, name, message);
}

function isAcceptable(ctx: Context): boolean {
  const [type = ''] = ctx.get('content-type').split(';', 1);
  const coding = ctx.get('content-encoding').trim().toLowerCase();
  return CONTENT_TYPES.includes(type.trim().toLowerCase()) && (coding === '' || coding === 'identity');
}

/** Whether somebody has read of it before, to its end or not. Of a client that went away nobody reads any more. */
const isTaken = (request: IncomingMessage): boolean =>
  request.readableEnded || (request.readableDidRead && !request.destroyed);

/** What whoever has read the body left of it, as text; undefined where that is nothing. */
function leftText(request: Request): string | undefined {
  const raw: unknown = Reflect.get(request, 'rawBody');
  if (typeof raw === 'string') return raw;
  if (raw instanceof Uint8Array) return Buffer.from(raw).toString('utf8');
  const parsed: unknown = Reflect.get(request, 'body');
  if (typeof parsed === 'string') return parsed;
  // Parsers leave an empty object where they have parsed nothing.
  const isFilled = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0;
  return isFilled ? JSON.stringify(parsed) : undefined;
}

const takenBefore = (path: string): string =>
  `another middleware has read the body of POST ${path} and left nothing of it, so that it is answered with 503 and ` +
  'pages keep their records, for 7 days at most. Have that middleware (config/middlewares) pass over this path, or set ' +
  'ctx.request.rawBody to the text that it has read.';

/** The whole body, or null as soon as it is known to be longer than `limit` bytes. */
function readAtMost(request: IncomingMessage, limit: number): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(null);
  // Closed before: no event would come.
  if (request.destroyed) return Promise.reject(gone());
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
    const onEnd = () => stop(() => resolve(Buffer.concat(chunks).toString('utf8')));
    const onError = (error: Error) => stop(() => reject(error));
    const onAborted = () => stop(() => reject(gone()));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('aborted', onAborted);
  });
}

/** Nobody is left to answer; `expose` keeps Koa from logging it as an error of ours. */
function gone(): Error {
  return Object.assign(new Error('The client went away before it had sent the body.'), {
    status: 400,
    expose: true,
  });
}
