import type { IncomingMessage } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { answerError } from './answer-error';
import { publicPath } from './origin';

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

/** Route middleware: reads a text of at most `limit` bytes into `ctx.request.body`, or answers 415 or 413. */
export function textBody(limit: number): Middleware {
  return async (ctx, next) => {
    if (!isAcceptable(ctx)) {
      const message = 'Send it as application/json, or as text/plain holding JSON.';
      return refuse(ctx, 415, 'UnsupportedMediaTypeError', message);
    }
    const body = await readAtMost(ctx.req, limit);
    if (!body) return refuse(ctx, 413, 'PayloadTooLargeError', `The body is larger than ${limit} bytes.`);
    Reflect.set(ctx.request, 'body', body.toString('utf8'));
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

/** The whole body, or null as soon as it is known to be longer than `limit` bytes. */
function readAtMost(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(null);
  // Closed before, or read by a middleware of the app: no event would come.
  if (request.destroyed || request.readableEnded) return Promise.reject(gone());
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
  const message = 'The body was not there to be read: the client went away, or another middleware took it.';
  return Object.assign(new Error(message), { status: 400, expose: true });
}
