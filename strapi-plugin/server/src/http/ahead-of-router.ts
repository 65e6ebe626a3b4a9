import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { PLUGIN } from '../uids';
import { publicPath } from './origin';
import { declaredRoutes } from './route';

interface RegisteredRoute {
  handler: unknown;
  config?: { auth?: unknown; policies?: unknown[]; middlewares?: unknown[] };
}

/** A route that every visitor uses: `config.find`. */
export type BusyRoute = `${string}.${string}`;

/**
 * Answers some routes after all global middlewares and ahead of the router, which would compare every path of the API and
 * prepare for checks that these routes do not have: half the time of a request. To be called in bootstrap(), where routes
 * are registered and the router is not mounted yet.
 *
 * Where an app has put a policy, a middleware or a handler of its own on a route, the router keeps it.
 */
export function serveAheadOfRouter(strapi: Core.Strapi, handlers: readonly BusyRoute[]): void {
  const served = new Map<string, Middleware>();
  for (const handler of handlers) {
    const route = declaredRoutes(strapi).find((one) => one.handler === handler);
    if (!route || !isAsDeclared(strapi, handler, route.config?.middlewares ?? [])) continue;
    const [controllerName = '', action = ''] = handler.split('.');
    const controller = strapi.plugin(PLUGIN).controller(controllerName) as Record<
      string,
      (ctx: Context) => Promise<void>
    >;
    const answer: Middleware = (ctx) => controller[action]?.(ctx);
    const serve = (route.config?.middlewares ?? []).reduceRight<Middleware>(
      (rest, middleware) => (ctx, next) => middleware(ctx, () => rest(ctx, next)),
      answer,
    );
    served.set(`${route.method} ${publicPath(strapi)}${route.path}`, serve);
  }
  strapi.server.use((ctx, next) => {
    const serve = served.get(`${ctx.method} ${ctx.path}`);
    return serve ? serve(ctx, next) : next();
  });
}

function isAsDeclared(strapi: Core.Strapi, handler: BusyRoute, middlewares: readonly unknown[]): boolean {
  const routers = strapi.plugin(PLUGIN).routes as unknown as Record<string, { routes: RegisteredRoute[] }>;
  const found = Object.values(routers)
    .flatMap((router) => router.routes)
    .filter((route) => route.handler === handler);
  const { config } = found[0] ?? {};
  const own = config?.middlewares ?? [];
  return (
    found.length === 1 &&
    config?.auth === false &&
    !config.policies?.length &&
    own.length === middlewares.length &&
    own.every((one, at) => one === middlewares[at])
  );
}
