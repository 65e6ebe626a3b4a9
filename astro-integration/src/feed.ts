/** An Atom feed of sub-processor changes as an endpoint of the site. */
import { subprocessorsFeed } from '@permesso/consent-core/legal-pages';
import { errorResponse } from '@permesso/consent-core/site';
import type { APIContext, APIRoute } from 'astro';
import { legalPages } from './server/site.ts';

export interface SubprocessorsFeedRouteOptions {
  /** Who publishes the list; the site's host by default. */
  author?: string;
  /** Default: the sub-processor table's caption and the host. */
  title?: string;
  /** The page with the list, absolute or relative to the feed. Default: the feed's address without its extension. */
  page?: string;
  /** Default: the page's language. */
  locale?: string;
}

/**
 * The endpoint of a feed: `export const GET = subprocessorsFeedRoute({ author: 'Priel GmbH' })` in
 * `src/pages/legal/subprocessors.xml.ts`. It may be prerendered. Set `site` in astro.config: the entries' ids are
 * made of its host and the feed's path, and should not differ between the addresses at which a server answers.
 *
 * Answers 404 where the register is off, 503 while the CMS is away and has not been asked before; a prerendered feed
 * then fails the build instead.
 */
export function subprocessorsFeedRoute(options: SubprocessorsFeedRouteOptions = {}): APIRoute {
  return async (context) => {
    try {
      const locale = options.locale ?? context.currentLocale;
      const list = await legalPages.subprocessors(locale);
      if (!list) return errorResponse(404, 'There is no public list of sub-processors.');
      return new Response(subprocessorsFeed(list, feedOptions(context, options, locale)), {
        headers: {
          'content-type': 'application/atom+xml; charset=utf-8',
          'cache-control': 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
        },
      });
    } catch (error) {
      if (context.isPrerendered) throw error;
      console.warn(`[consent] The list of sub-processors could not be read: ${(error as Error).message}`);
      return errorResponse(503, 'The list of sub-processors cannot be read at the moment.', {}, RETRY);
    }
  };
}

const RETRY = { 'retry-after': '60' };

function feedOptions(
  { url, site }: APIContext,
  { author, title, page }: SubprocessorsFeedRouteOptions,
  locale: string | undefined,
) {
  const self = new URL(url.pathname, site ?? url);
  return {
    self: self.href,
    page: new URL(page ?? self.pathname.replace(/\.\w+$/, ''), self).href,
    author: author ?? self.hostname,
    title,
    locale,
  };
}
