/** Which pages are visited: a list, the sitemap, or what pages link to; of one site, and no more than asked for. */
import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { toldTexts } from '../observe/untrusted-answers';
import type { ScanOptions } from '../options';
import { within } from '../within';
import { isAllowed } from './robots';
import { siteAddress } from './site-address';

/** Endings of what is no page. */
const NO_PAGE =
  /\.(pdf|zip|gz|jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|xml|rss|atom|txt|mp[34]|webm|woff2?)$/i;

/**
 * The pages to visit, the first address of the scan before all others.
 *
 * @param page the first page, opened in a browser: what is asked for on the way is asked as it asks.
 */
export async function pageOrder(page: Page, options: ScanOptions): Promise<string[]> {
  const { url, list, pages: source, maxPages } = options;
  if (list.length > 0) return listedPages(options);
  if (source === 'one' || maxPages === 1) return [url];
  const robots = await readText(page, new URL('/robots.txt', url).href);
  const allowed = (address: string) => isAllowed(robots ?? '', new URL(address).pathname);
  const inSitemap = source === 'crawl' ? [] : await fromSitemap(page, robots ?? '', options);
  const others =
    inSitemap.length > 0 || source === 'sitemap' ? inSitemap : await crawled(page, options, allowed);
  return bounded([url, ...others.filter(allowed)], options);
}

/** The pages of the list that are of the site, however they write its name. */
export const listedPages = (options: ScanOptions): string[] =>
  bounded(
    options.list.map((address) => atSite(address, options.url)),
    options,
  );

/** What the list names beside them. */
export const listedOthers = ({ list, url }: ScanOptions): string[] =>
  list.filter((address) => pageOf(atSite(address, url), url) === null);

const atSite = (address: string, site: string): string =>
  URL.canParse(address, site) ? siteAddress(new URL(address, site).href, site) : address;

/** Each page once, of the site, as many as may be. */
function bounded(addresses: string[], { url, maxPages }: ScanOptions): string[] {
  const pages = addresses.map((address) => pageOf(address, url)).filter((address) => address !== null);
  return [...new Set(pages)].slice(0, maxPages);
}

/** An address without its fragment, where it is a page of the same site. */
function pageOf(address: string, site: string): string | null {
  if (!URL.canParse(address, site)) return null;
  const url = new URL(address, site);
  url.hash = '';
  return url.origin === new URL(site).origin && !NO_PAGE.test(url.pathname) ? url.href : null;
}

async function fromSitemap(page: Page, robots: string, { url, maxPages }: ScanOptions): Promise<string[]> {
  const named = [...robots.matchAll(/^\s*sitemap:\s*(\S+)/gim)].map(([, address = '']) => address);
  const waiting = named.length > 0 ? named : ['/sitemap.xml', '/sitemap-index.xml', '/sitemap_index.xml'];
  const pages: string[] = [];
  for (let read = 0; waiting.length > 0 && read < LIMITS.sitemaps && pages.length < maxPages * 2; read++) {
    const address = waiting.shift() ?? '';
    if (!URL.canParse(address, url) || new URL(address, url).origin !== new URL(url).origin) continue;
    const xml = await readText(page, new URL(address, url).href);
    if (!xml || !/<(urlset|sitemapindex)\b/.test(xml.slice(0, 5_000))) continue;
    const locations = [...xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)/g)]
      .slice(0, LIMITS.links)
      .map(([, location = '']) => location.replaceAll('&amp;', '&'));
    (/<sitemapindex\b/.test(xml) ? waiting : pages).push(...locations);
  }
  return pages;
}

/** Breadth first, by what pages link to. */
async function crawled(
  page: Page,
  options: ScanOptions,
  allowed: (address: string) => boolean,
): Promise<string[]> {
  const { url, maxPages, timeout } = options;
  const found = new Set([url]);
  const addLinks = async () => {
    const told = await within<unknown>(LIMITS.look, page.$$eval('a[href]', linkTargets, LIMITS.links), []);
    for (const link of toldTexts(told, LIMITS.links, LIMITS.addressLength)) {
      const address = pageOf(link, url);
      if (address && allowed(address) && found.size < LIMITS.links) found.add(address);
    }
  };
  await addLinks();
  // Pages that could bring in what is still missing, opened only while it is.
  for (const address of found) {
    if (found.size >= maxPages) break;
    if (address === url) continue;
    try {
      await page.goto(address, { waitUntil: 'domcontentloaded', timeout });
      await addLinks();
    } catch {
      found.delete(address);
    }
  }
  return [...found];
}

/** Runs in the page. */
const linkTargets = (links: Element[], most: number): string[] =>
  links.slice(0, most).map((link) => (link as HTMLAnchorElement).href);

/** A file of the site as text, as the page would get it; null where there is none. */
async function readText(page: Page, address: string): Promise<string | null> {
  const told = await within<unknown>(
    LIMITS.look * 2,
    page.evaluate(
      async ({ address: url, most }) => {
        const response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(5_000) });
        const reader = response.ok && response.body?.getReader();
        if (!reader) return null;
        const decoder = new TextDecoder();
        let text = '';
        while (text.length < most) {
          const { done, value } = await reader.read();
          if (done) return text;
          text += decoder.decode(value, { stream: true });
        }
        await reader.cancel();
        return text;
      },
      { address, most: LIMITS.fileLength },
    ),
    null,
  );
  return typeof told === 'string' ? told.slice(0, LIMITS.fileLength) : null;
}
