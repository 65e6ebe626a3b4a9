import type { SiteOptions } from '../../src/site.ts';

/** The site that component tests render in. */
export const testSite: SiteOptions = {
  basePath: '/_consent',
  api: null,
  locale: null,
  head: 'auto',
  render: 'visitor',
  trustedHeaders: { country: [], region: [] },
  routes: true,
  origin: null,
  gpcLastUpdate: null,
  t: { it: { withdraw: 'Revoca tutto' } },
};
