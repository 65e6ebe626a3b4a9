import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { isOutOfService } from '../database/out-of-service';
import { failure } from '../database/write-conflicts';
import { answerError } from './answer-error';
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
 * `strapi::errors`, which would make that of it first. An error that no driver throws is not an outage: it stays 500.
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
      if (!isOutOfService(error)) throw error;
      const now = performance.now();
      if (now - saidAt >= SAID_EVERY) {
        saidAt = now;
        strapi.log.error(`consent: the database does not answer: ${failure(error)}`);
      }
      unavailable(ctx, 'The database does not answer just now. Try again later.');
    }
  };
}
