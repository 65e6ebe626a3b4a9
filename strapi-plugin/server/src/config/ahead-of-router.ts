import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { publicPath } from '../http/origin';
import { PLUGIN } from '../uids';

interface RegisteredRoute {
  method: string;
  path: string;
  handler: unknown;
  config?: { auth?: unknown; policies?: unknown[]; middlewares?: unknown[] };
}

/**
 * Answers `GET config` after all global middlewares and ahead of the router, which would compare every path of the
 * API and prepare for checks that this route does not have: half the time of a request. To be called in bootstrap(),
 * where routes are registered and the router is not mounted yet.
 *
 * Where an app has put a policy, a middleware or a handler of its own on the route, the router keeps it.
 */
export function serveConfigAheadOfRouter(strapi: Core.Strapi): void {
  if (!isAsDeclared(strapi)) return;
  const path = `${publicPath(strapi)}/config`;
  const controller = strapi.plugin(PLUGIN).controller('config') as { find(ctx: Context): Promise<void> };
  const serve: Middleware = (ctx, next) =>
    ctx.method === 'GET' && ctx.path === path ? controller.find(ctx) : next();
  strapi.server.use(serve);
}

function isAsDeclared(strapi: Core.Strapi): boolean {
  const routers = strapi.plugin(PLUGIN).routes as unknown as Record<string, { routes: RegisteredRoute[] }>;
  const routes = Object.values(routers).flatMap((router) => router.routes);
  const found = routes.filter(({ handler }) => handler === 'config.find');
  const { config } = found[0] ?? {};
  return (
    found.length === 1 && config?.auth === false && !config.policies?.length && !config.middlewares?.length
  );
}
