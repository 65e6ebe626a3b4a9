/** In dev, for the toolbar: hosts that pages are not told of. */
import options from 'virtual:consent/site';
import type { APIRoute } from 'astro';
import { requestFacts, site } from '../server/site.ts';
import type { DeclaredHosts } from './page-findings.ts';

export const prerender = false;

export const GET: APIRoute = async (context) => {
  const { config, ownHosts } = await site.visit(context.request, requestFacts(context));
  return Response.json({
    hosts: config?.trackers.flatMap(({ hosts = [] }) => hosts) ?? [],
    own: [...ownHosts, ...options.ownHosts],
  } satisfies DeclaredHosts);
};
