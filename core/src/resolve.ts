import type { Clock } from './clock.ts';
import { unixSeconds } from './clock.ts';
import type {
  ConsentCategory,
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentExpr,
  ConsentSource,
  ConsentState,
  ConsentView,
  RepromptReason,
} from './config.ts';
import { decodeConsentCookie, validConsentCookie } from './cookie.ts';
import { evaluateExpr } from './expression.ts';
import { randomUuid } from './uuid.ts';

/** A month of `reconsent.expiresAfterMonths`: 30.4375 days, in seconds. */
const MONTH = 30.4375 * 86_400;

/** How far ahead of our clock, in seconds, a decision may be dated. */
const CLOCK_SKEW = 300;

const SOURCES: readonly ConsentSource[] = ['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit'];

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

/** What `isGranted` reads; both a resolved consent and the state of a store have it. */
export type GrantBasis = Pick<ConsentState, 'status' | 'model' | 'decisions'>;

const isModel = (model: string) => /^(opt-in|opt-out|notice|none)$/.test(model);

/** Switched on and of a known model; anything else grants required categories only and takes no decision. */
export const isInForce = (config: ConsentConfig): boolean =>
  config.enabled === true && isModel(config.jurisdiction.model);

const optional = (config: ConsentConfig) => config.categories.filter((category) => !category.required);

/** The keys a visitor decides about. */
export const nonRequiredKeys = (config: ConsentConfig): string[] =>
  optional(config).map((category) => category.key);

/** What holds for one category; `stored` is what the cookie says of it, if anything. */
function decisionOf(
  category: ConsentCategory,
  config: ConsentConfig,
  gpc: boolean,
  stored?: 0 | 1,
  byAct = false,
): boolean {
  const { model } = config.jurisdiction;
  if (stored === 0 || !isInForce(config)) return false;
  if (model === 'opt-in') return stored === 1 && byAct;
  if (gpc && category.respectGPC) return false;
  return stored === 1 || model !== 'opt-out' || category.defaultInOptOut;
}

/** What holds before a choice. */
export const defaultDecisions = (config: ConsentConfig, gpc = false): ConsentDecisions =>
  Object.fromEntries(optional(config).map((category) => [category.key, decisionOf(category, config, gpc)]));

/** Why a decision has to be renewed; null while it is current. */
function repromptReason(cookie: ConsentCookieV1, config: ConsentConfig, now: number): RepromptReason | null {
  const { on, expiresAfterMonths: months } = config.reconsent;
  const { documentsVersion, categoriesVersion, trackersVersion } = config.versions;
  // Written so that NaN, on either side, is expired.
  if (!(Number.isFinite(months) && months > 0 && now - cookie.t <= months * MONTH)) return 'expired';
  if (on.includes('documents') && cookie.dv !== documentsVersion) return 'documents';
  if (on.includes('categories') && cookie.cv !== categoriesVersion) return 'categories';
  return on.includes('trackers') && cookie.tv !== trackersVersion ? 'trackers' : null;
}

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
  const read = typeof cookie === 'string' ? decodeConsentCookie(cookie) : validConsentCookie(cookie);
  const stored = read && isInForce(config) && !(read.t - time > CLOCK_SKEW) ? read : null;
  const model = isModel(config.jurisdiction.model) ? config.jurisdiction.model : 'opt-in';
  const reason = stored && repromptReason(stored, config, time);
  const code = stored?.s ?? '';
  // Under opt-out the signal is the decision, unless the visitor made one (C11).
  const signal =
    gpc && model === 'opt-out' && isInForce(config) && (/^i?$/.test(code) || (code === 'g' && !!reason));
  // Nothing that came from a default is a decision under opt-in (C4).
  const decided = signal || (!!stored && !(model === 'opt-in' && /[gi]/.test(code)));
  const reprompt = signal || !decided ? null : reason;
  return {
    status: reprompt ? 'stale' : decided ? 'decided' : 'undecided',
    model,
    decisions: Object.fromEntries(
      optional(config).map((category) => {
        const bit = stored?.d[category.key];
        // With the signal as the decision, defaults of before are gone; refusals stay (C3).
        return [
          category.key,
          decisionOf(category, config, gpc, signal && bit ? undefined : bit, /[bpa]/.test(code)),
        ];
      }),
    ),
    repromptReason: reprompt,
    gpc,
    needsReload: false,
    consentId: stored?.id ?? uuid(),
    decidedAt: signal ? time : decided ? stored!.t : null,
    source: signal ? 'gpc' : decided ? SOURCES.find((source) => source[0] === code)! : null,
    cookie: stored,
  };
}

/** Whether one category is granted. */
export function isCategoryGranted(basis: GrantBasis, config: ConsentConfig, key: string): boolean {
  const category = config.categories.find((candidate) => candidate.key === key);
  if (!category || category.required) return !!category;
  return (
    isInForce(config) &&
    // Under opt-in neither a default nor an old grant counts until the visitor (again) decides (C4, C5).
    (basis.model !== 'opt-in' || basis.status === 'decided') &&
    basis.decisions[key] === true
  );
}

/**
 * Whether an expression of categories is granted: the one function behind `has`, gates, loader and Consent
 * Mode. Never throws; an unknown category is not granted.
 */
export const isGranted = (basis: GrantBasis, config: ConsentConfig, expr: ConsentExpr): boolean =>
  evaluateExpr(expr, (key) => isCategoryGranted(basis, config, key));

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
