import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { getPluginOptions } from '../options';
import { answerError } from './answer-error';

const METHODS = 'GET, POST, OPTIONS';
const REQUEST_HEADERS = 'Content-Type, Authorization';

/** What `strapi::cors` adds, to requests without an Origin too. */
const CORS_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
];

/** Another one may ask the same with a token that holds. */
const REFUSALS = [401, 403];

/** Asked first, because adding a name to a long `Vary` reads all of it. */
const NAMES_ORIGIN = /(^|, )Origin(,|$)/;

/** The path under which all public routes answer: `/api/consent` unless configured otherwise. */
export function publicPath(strapi: Core.Strapi): string {
  return `${strapi.config.get('api.rest.prefix', '/api')}${getPluginOptions(strapi).basePath}`;
}

/**
 * The plugin's own CORS, on all its public paths (E1): 403 before any other check for an origin that is neither the
 * server's own nor allowed, the preflight, and the CORS headers of every answer. It has to run before Strapi's
 * `strapi::cors`, which answers every preflight before routing and by default reflects any origin; the headers
 * that one adds are removed again.
 */
export function originGuard(strapi: Core.Strapi): Middleware {
  const base = publicPath(strapi).toLowerCase();
  return async function consentOrigin(ctx, next) {
    // The router ignores case, so this must too.
    const path = ctx.path.toLowerCase();
    if (path !== base && !path.startsWith(`${base}/`)) return next();
    if (!passes(strapi, ctx)) return refuse(ctx);
    if (ctx.method === 'OPTIONS') return preflight(ctx);
    await next();
    if (REFUSALS.includes(ctx.status)) keepUncached(ctx);
    for (const name of CORS_HEADERS) ctx.remove(name);
    if (!NAMES_ORIGIN.test(ctx.response.get('Vary'))) ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!origin) return;
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', 'ETag, Retry-After');
  };
}

/** K; also where Strapi's authentication has refused, which runs before any middleware of a route. */
function keepUncached(ctx: Context): void {
  if (!ctx.response.get('Cache-Control').includes('no-store')) ctx.set('Cache-Control', 'no-store');
}

function preflight(ctx: Context): void {
  ctx.vary('Origin');
  const origin = ctx.get('Origin');
  if (origin) ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Allow-Methods', METHODS);
  ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
  ctx.set('Access-Control-Max-Age', '86400');
  ctx.status = 204;
}

function refuse(ctx: Context): void {
  ctx.vary('Origin');
  keepUncached(ctx);
  const message = 'This origin is not allowed; add it to allowedOrigins of the consent plugin';
  answerError(ctx, 403, 'ForbiddenError', message);
}

/** Without an `Origin` header nobody's browser is asking across origins. */
function passes(strapi: Core.Strapi, ctx: Context): boolean {
  const header = ctx.get('Origin');
  if (!header) return true;
  if (!URL.canParse(header)) return false;
  const origin = new URL(header).origin;
  if (origin === 'null') return false;
  return ownOrigins(strapi, ctx).includes(origin) || getPluginOptions(strapi).allowedOrigins.includes(origin);
}

function ownOrigins(strapi: Core.Strapi, ctx: Context): string[] {
  const url = strapi.config.get('server.url', '') as string;
  const own = [`${ctx.protocol}://${ctx.host}`, url].filter((one) => URL.canParse(one));
  return own.map((one) => new URL(one).origin);
}
