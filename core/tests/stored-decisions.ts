/** Decisions as they are stored, under each model, and what they come to at one moment. */
import type { ConsentConfig, ConsentCookieV1, ConsentModel, ConsentSource } from '../src/contract/config.ts';
import { createTestConfig, type DeepPartial } from '../src/contract/default-config.ts';
import { cookieFor } from '../src/rules/cookie.ts';
import { isGranted, nonRequiredKeys, type ResolveOptions, resolveConsent } from '../src/rules/resolve.ts';

export const NOW = 1_790_000_000;
export const DAY = 86_400;
export const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const NEW_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const MODELS: ConsentModel[] = ['opt-in', 'opt-out', 'notice', 'none'];
export const ALL = { functional: true, analytics: true, marketing: true };
export const NONE = { functional: false, analytics: false, marketing: false };
/** What Global Privacy Control leaves of everything: the default categories respect it in two. */
export const WITHOUT_GPC = { functional: true, analytics: false, marketing: false };

export const under = (model: ConsentModel, overrides: DeepPartial<ConsentConfig> = {}) =>
  createTestConfig({ jurisdiction: { model }, ...overrides });
export const stored = (
  source: ConsentSource,
  decisions: Record<string, boolean>,
  change: Partial<ConsentCookieV1> = {},
): ConsentCookieV1 => ({
  ...cookieFor({
    consentId: ID,
    decisions,
    versions: createTestConfig().versions,
    model: 'opt-in',
    source,
    decidedAt: NOW - DAY,
  }),
  ...change,
});
const options = (more: ResolveOptions = {}): ResolveOptions => ({
  now: () => NOW,
  uuid: () => NEW_ID,
  ...more,
});
export const resolve = (
  cookie: Parameters<typeof resolveConsent>[0],
  config: ConsentConfig,
  more?: ResolveOptions,
) => resolveConsent(cookie, config, options(more));
/** The optional categories that are granted now. */
export const grants = (
  cookie: Parameters<typeof resolveConsent>[0],
  config: ConsentConfig,
  more?: ResolveOptions,
) => {
  const resolved = resolve(cookie, config, more);
  return nonRequiredKeys(config).filter((key) => isGranted(resolved, config, key));
};
export const outdated = {
  documents: { dv: 'ffffffff' },
  categories: { cv: 'ffffffff' },
  trackers: { tv: 'ffffffff' },
};
