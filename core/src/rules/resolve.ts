import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentExpr,
  ConsentState,
  ConsentView,
  PendingConfig,
} from '../contract/config.ts';
import { isRequired } from './category-terms.ts';
import { type Clock, randomUuid, unixSeconds } from './clock-and-uuid.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { SOURCE_CODES } from './cookie-codes.ts';
import { evaluateExpr } from './expression.ts';
import { type GrantBasis, judgeConsent } from './judge.ts';
import { isNameGranted, judgeWithServices } from './service-rules.ts';
import { isInForce, MODELS, termsOf } from './terms.ts';

export { isInForce };

/** The meaning of a cookie under a config, as plain data. */
export interface ResolvedConsent extends Omit<ConsentState, 'draft' | 'ui' | 'needsReload'> {
  /** Nothing has run yet; the store alone may turn it. */
  needsReload: false;
}

export interface ResolveOptions {
  /** Global Privacy Control: header `Sec-GPC: 1` or `navigator.globalPrivacyControl`. */
  gpc?: boolean;
  now?: Clock;
  /** Makes the id of a consent that does not exist yet. */
  uuid?: () => string;
}

/** By their codes, as models are. */
const SOURCES = Object.keys(SOURCE_CODES) as (keyof typeof SOURCE_CODES)[];

/** The keys a visitor decides about. */
export const nonRequiredKeys = (config: ConsentConfig): string[] =>
  config.categories.filter((category) => !isRequired(category)).map(({ key }) => key);

/** What holds before a choice, or before the signal or a default was stored. */
export const defaultDecisions = (config: ConsentConfig, gpc = false): ConsentDecisions =>
  judgeConsent(null, termsOf(config), gpc, 0).decisions;

/**
 * Turns a cookie, a config, Global Privacy Control and the time into what a visitor has decided: the same on
 * the server, in the page and at the edge. Pure: reading never writes.
 *
 * @param cookie the raw value (percent-encoded or not), a decoded cookie, or nothing
 */
export const resolveConsent = (
  cookie: string | ConsentCookieV1 | null | undefined,
  config: ConsentConfig,
  options?: ResolveOptions,
): ResolvedConsent => resolveDecision(checkedCookie(cookie), config, options);

/** A cookie, wherever it comes from, as it would be read: null where it is none of ours. */
export const checkedCookie = (cookie: string | ConsentCookieV1 | null | undefined): ConsentCookieV1 | null =>
  cookie ? decodeConsentCookie(encodeConsentCookie(cookie)) : null;

/**
 * What a decision means that was read from its cookie already (`decodeConsentCookie`).
 *
 * @param cookie is believed as it is
 */
export const resolveDecision = (
  cookie: ConsentCookieV1 | null,
  config: ConsentConfig,
  options: ResolveOptions = {},
): ResolvedConsent => {
  const gpc = !!options.gpc;
  const time = unixSeconds(options.now);
  const { signal, ...judged } = judgeWithServices(cookie, termsOf(config), gpc, time);
  const decided = signal ? { t: time, s: 'g' } : judged.status === 'undecided' ? null : judged.cookie;
  return {
    ...judged,
    model: MODELS.find((model) => model === config.jurisdiction.model) ?? 'opt-in',
    needsReload: false,
    gpc,
    consentId: judged.cookie?.id ?? (options.uuid ?? randomUuid)(),
    decidedAt: decided?.t ?? null,
    source: SOURCES.find((source) => SOURCE_CODES[source] === decided?.s) ?? null,
  };
};

/**
 * Whether an expression of categories and services is granted: the one function behind `has`, gates, loader and Consent
 * Mode. Never throws; what is unknown is not granted.
 */
export const isGranted = (
  basis: GrantBasis,
  config: Pick<PendingConfig, 'categories' | 'services' | 'preview'>,
  expr: ConsentExpr,
): boolean => evaluateExpr(expr, (name) => isNameGranted(basis, config, name));

/** Whether a category, or an expression of categories, is granted by this cookie. An error grants nothing. */
export const hasConsent = (
  cookie: string | ConsentCookieV1 | null | undefined,
  config: ConsentConfig,
  key: ConsentExpr,
  gpc?: boolean,
): boolean => {
  try {
    return isGranted(resolveConsent(cookie, config, { gpc }), config, key);
  } catch {
    return false;
  }
};

/** What a page shows before the visitor does anything. */
export const initialView = (
  state: Pick<ConsentState, 'status' | 'model'>,
  config: ConsentConfig,
): ConsentView =>
  state.status === 'decided' || state.model === 'none' || !isInForce(config) ? 'closed' : 'banner';
