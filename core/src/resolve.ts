import { type Clock, unixSeconds } from './clock.ts';
import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentExpr,
  ConsentSource,
  ConsentState,
  ConsentView,
} from './config.ts';
import { decodeConsentCookie, validConsentCookie } from './cookie.ts';
import { evaluateExpr } from './expression.ts';
import { type ConsentJudgement, isCategoryGranted, judgeConsent } from './judge.ts';
import { consentTerms, isInForce, isModel } from './terms.ts';
import { randomUuid } from './uuid.ts';

export { isInForce };

export const CONSENT_SOURCES: readonly ConsentSource[] = [
  'banner',
  'preferences',
  'api',
  'gpc',
  'withdraw',
  'implicit',
];

/** The meaning of a cookie under a config, as plain data. */
export interface ResolvedConsent extends Omit<ConsentState, 'draft' | 'ui' | 'needsReload'> {
  /** Nothing has run yet; the store alone may turn it. */
  needsReload: false;
  /** The valid cookie it was resolved from. */
  cookie: ConsentCookieV1 | null;
}

export interface ResolveOptions {
  /** Global Privacy Control: header `Sec-GPC: 1` or `navigator.globalPrivacyControl`. */
  gpc?: boolean;
  now?: Clock;
  /** Makes the id of a consent that does not exist yet. */
  uuid?: () => string;
}

/** The keys a visitor decides about. */
export const nonRequiredKeys = (config: ConsentConfig): string[] =>
  config.categories.filter(({ required }) => !required).map(({ key }) => key);

/** What holds before a choice, or before the signal or a default was stored. */
export const defaultDecisions = (config: ConsentConfig, gpc = false): ConsentDecisions =>
  judgeConsent(null, consentTerms(config), gpc, 0).decisions;

/**
 * Turns a cookie, a config, Global Privacy Control and the time into what a visitor has decided: the same on
 * the server, in the page and at the edge. Pure: reading never writes.
 *
 * @param cookie the raw value (percent-encoded or not), a decoded cookie, or nothing
 */
export function resolveConsent(
  cookie: string | ConsentCookieV1 | null | undefined,
  config: ConsentConfig,
  { gpc = false, now, uuid = randomUuid }: ResolveOptions = {},
): ResolvedConsent {
  const time = unixSeconds(now);
  const { stored, signal, reason, model, status, decisions } = judgeConsent(
    typeof cookie === 'string' ? decodeConsentCookie(cookie) : cookie ? validConsentCookie(cookie) : null,
    consentTerms(config),
    gpc,
    time,
  );
  const decided = stored && status !== 'undecided' ? stored : null;
  return {
    status,
    model: model ?? (isModel(config.jurisdiction.model) ? config.jurisdiction.model : 'opt-in'),
    decisions,
    repromptReason: reason,
    gpc,
    needsReload: false,
    consentId: stored?.id ?? uuid(),
    decidedAt: signal ? time : (decided?.t ?? null),
    source: signal ? 'gpc' : (CONSENT_SOURCES.find((source) => source[0] === decided?.s) ?? null),
    cookie: stored,
  };
}

/**
 * Whether an expression of categories is granted: the one function behind `has`, gates, loader and Consent
 * Mode. Never throws; an unknown category is not granted.
 */
export const isGranted = (
  basis: Pick<ConsentJudgement, 'status' | 'model' | 'decisions'>,
  config: Pick<ConsentConfig, 'categories'>,
  expr: ConsentExpr,
): boolean => evaluateExpr(expr, (key) => isCategoryGranted(basis, config, key));

/** Whether a category, or an expression of categories, is granted by this cookie. An error grants nothing. */
export function hasConsent(
  cookie: string | ConsentCookieV1 | null | undefined,
  config: ConsentConfig,
  key: ConsentExpr,
  gpc?: boolean,
): boolean {
  try {
    return isGranted(resolveConsent(cookie, config, { gpc }), config, key);
  } catch {
    return false;
  }
}

/** What a page shows before the visitor does anything. */
export const initialView = (
  { status, model }: Pick<ConsentState, 'status' | 'model'>,
  config: ConsentConfig,
): ConsentView => (status === 'decided' || model === 'none' || !isInForce(config) ? 'closed' : 'banner');
