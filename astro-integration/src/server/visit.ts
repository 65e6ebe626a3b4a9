import site from 'virtual:consent/site';
import { countryFromHeaders, regionFromHeaders } from '@permesso/consent-core';
import type { APIContext } from 'astro';
import type { ConfigQuery } from './cms.ts';
import { cmsApi, configFor, configForAnyone } from './configs.ts';
import { type ConsentLocals, consentLocals } from './locals.ts';
import { cookieValue, gpcFromHeaders } from './source.ts';

/** The language of the page, which is the language of its banner. */
export function localeOf(context: Pick<APIContext, 'currentLocale'>): string | null {
  return site.locale ?? context.currentLocale ?? null;
}

/** Where the visitor is, as far as trusted headers say. */
export function placeOf(headers: Headers): Pick<ConfigQuery, 'country' | 'region'> {
  return {
    country: countryFromHeaders(headers, [...site.trustedHeaders.country]),
    region: regionFromHeaders(headers, [...site.trustedHeaders.region]),
  };
}

/** What this request's visitor has granted, or, where the page is the same for all, what anybody has. */
export async function judge(context: APIContext): Promise<ConsentLocals> {
  const locale = localeOf(context);
  const visitor = site.render === 'visitor' && !context.isPrerendered;
  return visitor ? judgeVisitor(context.request, locale) : judgeAnyone(context, locale);
}

/** This visitor, by the request's own headers. */
export async function judgeVisitor(request: Request, locale: string | null): Promise<ConsentLocals> {
  const { headers } = request;
  const config = await configFor({ locale, ...placeOf(headers) });
  return consentLocals({
    config,
    cookie: config && cookieValue(headers, config.cookie.name),
    gpc: gpcFromHeaders(headers),
    visitor: true,
    locale,
    basePath: site.basePath,
    // Without a configuration the page asks again by itself.
    source: config ? null : sourceFor(locale),
    routes: site.routes,
  });
}

async function judgeAnyone(context: APIContext, locale: string | null): Promise<ConsentLocals> {
  return consentLocals({
    config: await configForAnyone(locale, context.isPrerendered),
    cookie: null,
    gpc: false,
    visitor: false,
    locale,
    basePath: site.basePath,
    source: sourceFor(locale),
    routes: site.routes,
  });
}

/** Where a page that does not know its visitor asks: the site's own route, or the CMS where there is none. */
function sourceFor(locale: string | null): string | null {
  const api = site.routes ? null : cmsApi();
  const address = site.routes ? `${site.basePath}/config` : api && `${api}/config`;
  return address && (locale ? `${address}?locale=${encodeURIComponent(locale)}` : address);
}
