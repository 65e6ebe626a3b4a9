import { defineMiddleware } from 'astro:middleware';
import site from 'virtual:consent/site';
import { injectIntoHead } from '../head/inject.ts';
import { headMarkup } from '../head/markup.ts';
import { keepPrivate } from './privacy.ts';
import { judge } from './visit.ts';

/** Resolves consent into `Astro.locals.consent` and puts the head snippet first in every page. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (isOwnEndpoint(context.url.pathname)) return next();
  const consent = await judge(context);
  context.locals.consent = consent;
  const response = await next();
  if (!response.body || !isHtml(response)) return response;
  const body =
    site.head === 'auto' ? injectIntoHead(response.body, headMarkup(consent.payload)) : response.body;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (consent.visitor) {
    keepPrivate(headers);
    // A shared copy would show one visitor's choices to another.
    if (context.cache?.enabled) context.cache.set(false);
  }
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
});

/** The site's own routes judge for themselves; its preferences page is a page like any other. */
function isOwnEndpoint(pathname: string): boolean {
  const path = pathname.startsWith(`${site.basePath}/`) ? pathname.slice(site.basePath.length + 1) : '';
  return /^(config|records|decide)\/?$/.test(path);
}

function isHtml(response: Response): boolean {
  return /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
}
