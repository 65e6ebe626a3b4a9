import {
  type ConsentConfig,
  createTestConfig,
  encodeConsentCookie,
  resolveConsent,
} from '@permesso/consent-core';
import { type ConsentLocals, consentLocals } from '../../src/server/locals.ts';

export interface Visit {
  config?: ConsentConfig | null;
  cookie?: string | null;
  gpc?: boolean;
  /** False for a page that is the same for all visitors. */
  visitor?: boolean;
  locale?: string;
}

/** `Astro.locals.consent` as the middleware makes it. */
export function visit({ config, cookie, gpc, visitor, locale }: Visit = {}): { consent: ConsentLocals } {
  return {
    consent: consentLocals({
      config: config === undefined ? createTestConfig({}) : config,
      cookie: cookie ?? null,
      gpc: gpc ?? false,
      visitor: visitor ?? true,
      locale: locale ?? 'en',
      basePath: '/_consent',
      source: null,
      routes: true,
    }),
  };
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
