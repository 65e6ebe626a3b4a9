import type { SiteRoute } from '@permesso/consent-core/site';
import type { APIRoute } from 'astro';
import { requestFacts, site } from './site.ts';

export const prerender = false;

/** All routes of the site that answer by themselves; Astro has found which one it is, below whatever language. */
const answer: APIRoute = (context) => {
  const route = context.url.pathname.split('/').findLast(Boolean) as SiteRoute;
  return site.handle(context.request, requestFacts(context), route) ?? new Response(null, { status: 404 });
};

export const GET: APIRoute = answer;
export const POST: APIRoute = answer;
