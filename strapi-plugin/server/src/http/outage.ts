import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { failure, isRefusedValue } from '../database/write-conflicts';
import { answerError } from './answer-error';
import { errors } from './errors';
import { publicPath } from './origin';

/** Seconds until asking again is worth it. */
const RETRY_AFTER = 5;

/** How often an outage is said in the log, in ms: not once for each visitor. */
const SAID_EVERY = 60_000;

/** Answers 503 and says when to come back. No cache may keep it in place of what it has. */
export function unavailable(ctx: Context, message: string): void {
  ctx.set('Retry-After', String(RETRY_AFTER));
  ctx.set('Cache-Control', 'no-store');
  answerError(ctx, 503, 'ServiceUnavailableError', message);
}

/**
 * On all public paths of the plugin: a database that does not answer for longer than content is cached gives 503, upon
 * which sites go on with what they know and pages keep their records (F4), and not Strapi's 500. It has to run after
 * `strapi::errors`, which would make that of it first.
 */
export function outageGuard(strapi: Core.Strapi): Middleware {
  const base = publicPath(strapi).toLowerCase();
  let saidAt = Number.NEGATIVE_INFINITY;
  return async function consentOutage(ctx, next) {
    // The router ignores case, so this must too.
    if (!ctx.path.toLowerCase().startsWith(`${base}/`)) return next();
    try {
      await next();
    } catch (error) {
      if (!isOutage(error)) throw error;
      const now = performance.now();
      if (now - saidAt >= SAID_EVERY) {
        saidAt = now;
        strapi.log.error(`consent: the database does not answer: ${failure(error)}`);
      }
      unavailable(ctx, 'The database does not answer just now. Try again later.');
    }
  };
}

/**
 * Neither an answer of Strapi's, nor a mistake in the code, nor a value that the database refused. Drivers have no
 * common error for a database that is away, and some have none at all: a connection may end in a bare Error.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || 'status' in error) return false;
  const own = [errors.ApplicationError, errors.HttpError, ReferenceError, SyntaxError, TypeError, RangeError];
  return !own.some((kind) => error instanceof kind) && !isRefusedValue(error);
}
