import site from 'virtual:consent/site';
import type { ConsentConfig } from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { APIContext } from 'astro';
import { cmsApi, configAtHand, configFor, configForAnyone } from './configs.ts';
import { type ConsentLocals, consentLocals } from './locals.ts';
import { placeOf, type Whereabouts } from './place.ts';
import { routeAddress } from './route-address.ts';
import { cookieValue, gpcFromHeaders } from './source.ts';

/** The language of the page, which is the language of its banner. */
export function localeOf(context: Pick<APIContext, 'currentLocale'>): string | null {
  return site.locale ?? context.currentLocale ?? null;
}

/** The language that a page of ours took along to a route; null where a record could not name it. */
export function localeTaken(value: unknown): string | null {
  return recordSubmissionSchema.shape.locale.safeParse(value).data ?? null;
}

const preferencesPath = `${site.basePath}/preferences`;

/** The preferences page stands beside the site's languages: it speaks that of the page which led to it. */
function localeAsked(url: URL): string | null {
  return url.pathname.startsWith(preferencesPath) ? localeTaken(url.searchParams.get('locale')) : null;
}

/** What this request's visitor has granted, or, where the page is the same for all, what anybody has. */
export function judge(context: APIContext): ConsentLocals | Promise<ConsentLocals> {
  const locale = localeAsked(context.url) ?? localeOf(context);
  const visitor = site.render === 'visitor' && !context.isPrerendered;
  return visitor ? judgeVisitor(context, locale) : judgeAnyone(context, locale);
}

/** This visitor, by the request's own headers. At once where the configuration is at hand, as it mostly is. */
export function judgeVisitor(
  visit: Whereabouts,
  locale: string | null,
): ConsentLocals | Promise<ConsentLocals> {
  const { headers } = visit.request;
  const query = { locale, ...placeOf(visit) };
  const config = configAtHand(query);
  return config
    ? visitorLocals(config, headers, locale)
    : configFor(query).then((asked) => visitorLocals(asked, headers, locale));
}

function visitorLocals(config: ConsentConfig | null, headers: Headers, locale: string | null): ConsentLocals {
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
    trailingSlash: site.trailingSlash,
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
    trailingSlash: site.trailingSlash,
  });
}

/** Where a page that does not know its visitor asks: the site's own route, or the CMS where there is none. */
function sourceFor(locale: string | null): string | null {
  const api = site.routes ? null : cmsApi();
  const address = site.routes ? routeAddress('config') : api && `${api}/config`;
  return address && (locale ? `${address}?locale=${encodeURIComponent(locale)}` : address);
}
