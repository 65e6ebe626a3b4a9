import type { SiteOptions } from '../../src/setup.ts';

/** The site that component tests render in. */
export const testSite: SiteOptions = {
  frontPage: '/',
  basePath: '/_consent',
  // Where nobody listens; tests that need a CMS name theirs in CONSENT_CMS_URL.
  api: 'http://127.0.0.1:9/api/consent',
  locale: null,
  head: 'auto',
  render: 'visitor',
  gate: 'content',
  unknownHosts: 'block',
  ownHosts: [],
  trustedHeaders: { country: [], region: [] },
  trustsPlatform: false,
  accountCookie: null,
  routes: true,
  building: false,
  files: '/_astro/consent.0/',
  origins: [],
  gpcLastUpdate: null,
  consentCookies: false,
  tcf: null,
  gpp: false,
  t: { it: { withdraw: 'Revoca tutto' } },
  theme: {},
};
