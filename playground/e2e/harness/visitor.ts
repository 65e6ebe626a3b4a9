import { type ConsentCookieV1, decodeConsentCookie } from '@permesso/consent-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { visitPage, watchRequests } from '../../../core/tests/adapter-contract/rest.ts';

export interface VisitorTraits {
  /** As a CDN would report it; null for a visitor whose country nobody knows. */
  country?: string | null;
  region?: string;
  /** Global Privacy Control, as header and as property. */
  gpc?: boolean;
  javaScript?: boolean;
  dark?: boolean;
  /** Width of the window in CSS pixels. */
  width?: number;
  locale?: string;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens a page of the site and waits until nothing is in flight. */
  open(path: string): Promise<void>;
  /** Every cookie the browser holds for the site, by name. */
  cookies(): Promise<Record<string, string>>;
  /** The consent cookie, decoded; null where there is none. */
  consent(): Promise<ConsentCookieV1 | null>;
}

export const COOKIE = 'pl-consent';

/** What a CDN and the visitor's browser say with every request. */
function requestHeaders({ country = 'DE', region, gpc }: VisitorTraits): Record<string, string> {
  return {
    ...(country ? { 'x-country': country } : {}),
    ...(region ? { 'x-vercel-ip-country-region': region } : {}),
    ...(gpc ? { 'sec-gpc': '1' } : {}),
  };
}

export async function newVisitor(
  browser: Browser,
  site: string,
  traits: VisitorTraits = {},
): Promise<Visitor> {
  const { javaScript = true, dark = false, width = 1280, locale = 'en-GB' } = traits;
  const context = await browser.newContext({
    baseURL: site,
    javaScriptEnabled: javaScript,
    colorScheme: dark ? 'dark' : 'light',
    // Half-way through a fade, colours have no contrast to measure.
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
    locale,
    extraHTTPHeaders: requestHeaders(traits),
  });
  if (traits.gpc) {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
    });
  }
  if (javaScript) watchRequests(context);
  const page = await context.newPage();
  const cookies = async () =>
    Object.fromEntries((await context.cookies(site)).map(({ name, value }) => [name, value]));
  return {
    context,
    page,
    cookies,
    consent: async () => decodeConsentCookie((await cookies())[COOKIE]),
    async open(path) {
      await visitPage(page, path);
    },
  };
}
