import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import type { z } from 'zod';
import { getPluginOptions } from '../options';
import type { Answers } from './answers';
import { allForOpenApi, forOpenApi } from './openapi';

/** As Strapi 5 calls its strategy for API tokens, and as it did at first; a name that it does not know it passes over. */
export const API_TOKENS = ['content-api-token', 'api-token'];

/** A public route as a feature declares it: its path below `basePath`, and what OpenAPI says about it. */
export interface PublicRoute {
  method: 'GET' | 'POST';
  path: string;
  handler: string;
  request?: {
    params?: Record<string, z.ZodType>;
    query?: Record<string, z.ZodType>;
    body?: Record<string, z.ZodType>;
  };
  /** Every status with what it sends. */
  answers: Answers;
  config?: { auth?: false | object; middlewares?: Middleware[] };
}

const declared = new WeakMap<Core.Strapi, readonly PublicRoute[]>();

/** The routes as they were handed to Strapi, before an app may have changed them. */
export const declaredRoutes = (strapi: Core.Strapi): readonly PublicRoute[] => declared.get(strapi) ?? [];

/**
 * The content-api router: each route under `basePath`, open to everybody unless it says otherwise. Foreign origins
 * do not get here; `originGuard` refuses them first.
 */
export function publicRouter(strapi: Core.Strapi, routes: PublicRoute[]) {
  const { basePath } = getPluginOptions(strapi);
  declared.set(strapi, routes);
  return {
    type: 'content-api' as const,
    routes: routes.map(({ path, config, request, answers, ...route }) => ({
      ...route,
      ...(request ? { request: describedRequest(request) } : {}),
      ...describedResponse(answers),
      path: `${basePath}${path}`,
      config: {
        auth: false as const,
        ...config,
        // An empty prefix puts the path right below `/api`, whatever `basePath` is.
        prefix: '',
      },
    })),
  };
}

/** Path and query parameters are plain texts and numbers, which every version of Zod reads alike. */
const describedRequest = ({ body, ...request }: NonNullable<PublicRoute['request']>) => ({
  ...request,
  ...(body ? { body: allForOpenApi(body) } : {}),
});

/** Strapi's generator takes one schema and calls it 200; the schema itself says with which status it is sent. */
function describedResponse(answers: Answers): { response?: z.ZodType } {
  const [success] = Object.entries(answers).filter(([status, { body }]) => Number(status) < 300 && body);
  if (!success?.[1].body) return {};
  const [status, { when, body }] = success;
  return { response: forOpenApi(body, `Status ${status}. ${when}`) };
}
