/** A site of one configuration, and the requests of its visitors. */
import { createTestConfig, inertConfig } from '../src/contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../src/rules/cookie.ts';
import type { CreateSiteOptions } from '../src/site/options.ts';
import { createSite } from '../src/site/site.ts';

/** It leaves what the interface says to the site. */
export const config = createTestConfig({ banner: { labels: inertConfig().banner.labels } });
export const PAGE = 'https://shop.example/cart?step=2';

export const siteOf = (options: Partial<CreateSiteOptions> = {}) =>
  createSite({ config, files: '/page-files/', warn: () => {}, ...options });

export const requestTo = (url: string, init: RequestInit = {}) => new Request(url, init);

/** The cookie header of a decision. */
export const granted = (grants: Record<string, boolean>) =>
  `pl-consent=${encodeConsentCookie(
    cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics: false, marketing: false, ...grants },
      versions: config.versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) - 60,
    }),
  )}`;
