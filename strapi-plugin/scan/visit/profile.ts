import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '@permesso/consent-core';
import type { BrowserContext, BrowserContextOptions, Route } from 'playwright-core';
import type { Place } from '../observe/observations';
import { WATCH_BINDING, watchPage } from '../observe/page-watch';
import type { ScanOptions } from '../options';

/** Who comes, as far as the pages see it. */
export interface ProfileTraits {
  place?: Place | null;
  gpc?: boolean;
  javaScript?: boolean;
}

/** What a fresh profile is opened with. */
export const profileOptions = (
  { gpc, javaScript = true }: ProfileTraits,
  { url, hostMap, credentials }: ScanOptions,
): BrowserContextOptions => ({
  javaScriptEnabled: javaScript,
  acceptDownloads: false,
  ignoreHTTPSErrors: hostMap.length > 0,
  viewport: { width: 1280, height: 800 },
  ...(credentials ? { httpCredentials: { ...credentials, origin: new URL(url).origin } } : {}),
  ...(gpc ? { extraHTTPHeaders: { 'Sec-GPC': '1' } } : {}),
});

/** Puts into a fresh profile what watches its pages, and who comes with it: signals, cookies and headers. */
export async function prepareProfile(
  context: BrowserContext,
  { place, gpc, javaScript = true }: ProfileTraits,
  options: ScanOptions,
  hear: (word: unknown) => void,
): Promise<void> {
  if (javaScript) {
    await context.exposeBinding(WATCH_BINDING, (_source, word) => hear(word));
    await context.addInitScript(watchPage, { binding: WATCH_BINDING, most: 2_000 });
    if (gpc)
      await context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      );
  }
  const { origin } = new URL(options.url);
  if (options.cookies.length > 0)
    await context.addCookies(options.cookies.map(({ name, value }) => ({ name, value, url: origin })));
  const headers = { ...options.headers, ...(place ? placeHeaders(place) : {}) };
  if (Object.keys(headers).length === 0) return;
  // To the site alone: what opens staging must not reach the third parties that it loads.
  await context.route(
    (url) => url.origin === origin,
    (route: Route) => route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
}

/** The headers by which CDNs say where a visitor is. */
function placeHeaders({ country, region }: Place): Record<string, string> {
  return Object.fromEntries([
    ...DEFAULT_COUNTRY_HEADERS.map((name) => [name, country]),
    ...(region ? DEFAULT_REGION_HEADERS.map((name) => [name, region]) : []),
  ]);
}
