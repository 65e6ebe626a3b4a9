import type { PageFacts, PlatformPlace } from '@permesso/consent-core/site';
import type { APIContext } from 'astro';

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
