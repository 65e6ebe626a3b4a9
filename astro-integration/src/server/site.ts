import { getSecret } from 'astro:env/server';
import asked from 'virtual:consent/asked';
import baked from 'virtual:consent/baked';
import options from 'virtual:consent/site';
import { createLegalPages, type LegalPages } from '@permesso/consent-core/legal-pages';
import {
  apiAddress,
  createSite,
  type PageFacts,
  type PlatformPlace,
  type Site,
  type Visit,
  type VisitState,
} from '@permesso/consent-core/site';
import type { APIContext } from 'astro';
import { isbot } from 'isbot';
import { apiByEnvironment } from '../cms-address.ts';

/**
 * The plugin's API as this process knows it: the environment wins over the build. Null without a CMS.
 *
 * @param cms address of Strapi, where it is not the integration's own
 */
export function cmsApi(cms?: string): string | null {
  const own = cms === undefined ? options.api : apiAddress(cms);
  return own === null ? null : apiByEnvironment(getSecret('CONSENT_CMS_URL'), own);
}

/** This site, by the options of the integration. */
export const site: Site = createSite({
  ...options,
  cms: () => cmsApi(),
  // From the environment alone: what stands in the options would stand in the build.
  secret: () => getSecret('CONSENT_SITE_SECRET'),
  isBot: isbot,
  ...(asked && { config: asked }),
  known: baked,
  // Its router leaves such forms to the browser, whose answer is another page or sets a cookie.
  formAttributes: { 'data-astro-reload': true },
});

/** The published legal documents, for components, loaders and feeds. */
export const legalPages: LegalPages = createLegalPages({ api: site.api });

/** The visit that a page was given as `Astro.locals.consent`; undefined where the integration's middleware did not run. */
export const visitOf = (consent: VisitState | undefined): Visit | undefined =>
  consent && 'withTexts' in consent ? (consent as Visit) : undefined;

/** The legal documents that a page of this visit shows: in a preview those that wait to be published. */
export const legalPagesOf = (consent: VisitState | undefined): LegalPages => legalPages.of(visitOf(consent));

/** What Netlify's adapter tells of a visitor. */
interface NetlifyLocals {
  netlify?: { context?: { geo?: { country?: { code?: string }; subdivision?: { code?: string } } } };
}

/** What Astro and its adapters know of a request beside the request itself. */
export function requestFacts(context: APIContext): PageFacts {
  return {
    locale: context.currentLocale,
    place: placeByNetlify(context.locals as NetlifyLocals),
    url: context.url,
    atBuild: context.isPrerendered,
    // Vercel's edge middleware, by which such a request has come, follows redirects.
    losesRedirects: !context.isPrerendered && context.request.headers.has('x-astro-path'),
    // Asked for when a record needs it: adapters that do not know it throw.
    get address() {
      try {
        return context.clientAddress;
      } catch {
        return null;
      }
    },
  };
}

function placeByNetlify({ netlify }: NetlifyLocals): PlatformPlace | undefined {
  const geo = netlify?.context?.geo;
  return geo && { country: geo.country?.code, region: geo.subdivision?.code };
}
