import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { z } from 'zod';
import { getPluginOptions } from '../options';
import type { Answer } from './answers';
import type { PublicRoute } from './route';

interface Operation {
  responses?: Record<string, unknown>;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Operation> | undefined>;
}

/**
 * Completes the document that Strapi serves (server option `openapi`) with every status of the plugin's routes. Strapi's
 * generator takes one schema from a route, writes it under 200 and adds the same five errors, without a schema, to each
 * operation: a route has no way to say 201, 409 or 429. What `strapi openapi generate` writes to a file stays as
 * Strapi's generator has it, with the status in the schema's description.
 *
 * @returns null where the document is not served.
 */
export function completeOpenApi(strapi: Core.Strapi, routes: readonly PublicRoute[]): Middleware | null {
  const served = strapi.config.get('server.openapi.content-api', {}) as {
    access?: string;
    route?: { path?: string };
  };
  if (served.access !== 'public') return null;
  const prefix = strapi.config.get('api.rest.prefix', '/api') as string;
  const asked = `/${(served.route?.path ?? 'openapi.json').replace(/^\//, '')}`;
  const path = asked.startsWith(`${prefix}/`) ? asked : `${prefix}${asked}`;
  return async (ctx, next) => {
    await next();
    if (ctx.path !== path || ctx.status !== 200 || !isDocument(ctx.body)) return;
    ctx.body = withAnswers(ctx.body, routes, [`${prefix}${basePathOf(strapi)}`, basePathOf(strapi)]);
  };
}

const basePathOf = (strapi: Core.Strapi): string => getPluginOptions(strapi).basePath;

const isDocument = (body: unknown): body is OpenApiDocument =>
  typeof body === 'object' && body !== null && 'openapi' in body && 'paths' in body;

/** The document with the routes' own answers; failures of the server itself stay as Strapi describes them. */
function withAnswers(
  document: OpenApiDocument,
  routes: readonly PublicRoute[],
  bases: readonly string[],
): OpenApiDocument {
  const paths = { ...document.paths };
  for (const { method, path, answers } of routes) {
    const generated = path.replace(/:([^/]+)/g, '{$1}');
    const templated = path.replace(/:(\w+)(\([^)]*\))?/g, '{$1}');
    const verb = method.toLowerCase();
    for (const base of bases) {
      const name = `${base}${templated}`;
      if (generated !== templated) renamePath(paths, `${base}${generated}`, name);
      const operation = paths[name]?.[verb];
      if (!operation) continue;
      const own = Object.entries(answers).map(([status, answer]) => [status, described(answer)]);
      const responses = { ...Object.fromEntries(own), 500: operation.responses?.[500] };
      paths[name] = { ...paths[name], [verb]: { ...operation, responses } };
    }
  }
  return { ...document, paths };
}

/** Strapi's generator leaves the pattern of a parameter in its name. */
function renamePath(paths: OpenApiDocument['paths'], generated: string, name: string): void {
  const operations = paths[generated];
  if (!operations) return;
  delete paths[generated];
  paths[name] = operations;
}

const FILE = { type: 'string', format: 'binary' };

function described({ when, body, files, headers }: Answer) {
  return {
    description: when,
    ...(headers ? { headers: describedHeaders(headers) } : {}),
    ...(body ? { content: { 'application/json': { schema: jsonSchema(body) } } } : {}),
    ...(files ? { content: Object.fromEntries(files.map((type) => [type, { schema: FILE }])) } : {}),
  };
}

const describedHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return described;
}
