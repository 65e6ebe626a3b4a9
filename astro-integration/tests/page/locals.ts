import {
  type ConsentConfig,
  createTestConfig,
  encodeConsentCookie,
  resolveConsent,
} from '@permesso/consent-core';
import { createSite, type Visit as SiteVisit } from '@permesso/consent-core/site';
import { testSite } from './site.ts';

export interface Visit {
  config?: ConsentConfig | null;
  cookie?: string | null;
  gpc?: boolean;
  /** False for a page that is the same for all visitors. */
  visitor?: boolean;
  locale?: string;
  /** The page's address. */
  url?: string;
}

/** `Astro.locals.consent` as the middleware makes it. */
export function visit(options: Visit = {}): { consent: SiteVisit } {
  const { config, cookie, gpc, visitor = true, locale = 'en', url = 'https://site.example/' } = options;
  const given = config === undefined ? createTestConfig({}) : config;
  const site = createSite({
    ...testSite,
    // Nobody answers: what is known beforehand stands for what a CMS or a module has said.
    cms: null,
    known: given ? { '': given } : {},
    render: visitor ? 'visitor' : 'neutral',
  });
  const headers = new Headers();
  if (cookie) headers.set('cookie', `${given?.cookie.name}=${cookie}`);
  if (gpc) headers.set('sec-gpc', '1');
  return { consent: site.visit(new Request(url, { headers }), { locale }) as SiteVisit };
}

/** A cookie of a decision made a day ago under this configuration. */
export function decidedCookie(config: ConsentConfig, granted: boolean): string {
  const { cookie } = resolveConsent(null, config);
  const keys = config.categories.filter((category) => !category.required).map((category) => category.key);
  const {
    policyVersion: pv,
    categoriesVersion: cv,
    trackersVersion: tv,
    documentsVersion: dv,
  } = config.versions;
  return encodeConsentCookie({
    ...cookie,
    v: 1,
    id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    d: Object.fromEntries(keys.map((key) => [key, granted ? 1 : 0])),
    t: Math.floor(Date.now() / 1000) - 86_400,
    pv,
    cv,
    tv,
    dv,
    j: 'in',
    s: 'b',
  });
}
