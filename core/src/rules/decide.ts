import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentState,
  RecordSubmission,
} from '../contract/config.ts';
import { isOffBySignal, isRequired } from './category-terms.ts';
import type { Clock } from './clock-and-uuid.ts';
import { randomUuid, unixSeconds } from './clock-and-uuid.ts';
import { cookieFor } from './cookie.ts';
import { isLeftOn } from './left-on.ts';
import { withExceptions } from './service-rules.ts';
import { isInForce } from './terms.ts';

/** What a visitor can do; `gpc` commits the decision that Global Privacy Control is under opt-out. */
export type ConsentAction = 'accept-all' | 'reject-all' | 'withdraw' | 'save' | 'dismiss' | 'gpc';

/** A resolved consent, or the state of a store. */
export type DecisionBasis = Pick<
  ConsentState,
  'status' | 'model' | 'decisions' | 'gpc' | 'consentId' | 'source' | 'decidedAt'
> &
  Partial<Pick<ConsentState, 'cookie'>>;

export interface DecideOptions {
  /**
   * What `save` commits, as `editDraft` leaves it; categories left out stay as they are. Of the services of one that is named
   * those that are not follow it.
   */
  draft?: ConsentDecisions;
  /** Where `accept-all`, `reject-all` and `save` were done; `api` by default. */
  source?: 'banner' | 'preferences' | 'api';
  now?: Clock;
  uuid?: () => string;
}

/** A decision to be kept: in the cookie, and as a record. */
export interface ConsentDecision {
  cookie: ConsentCookieV1;
  submission: RecordSubmission;
}

/**
 * The decision that an action amounts to, or null where nothing is to be kept: consent is switched off,
 * dismissed under opt-in or after a decision, or the signal is stored already. Pure: the store and the
 * form route of pages without JavaScript both commit what it returns.
 */
export const decide = (
  basis: DecisionBasis,
  config: ConsentConfig,
  action: ConsentAction,
  options: DecideOptions = {},
): ConsentDecision | null => {
  const { model, cookie } = basis;
  const dismissed = action === 'dismiss';
  const honored = action === 'gpc';
  const withdrawn = action === 'withdraw';
  if (
    !isInForce(config) ||
    (dismissed && (model === 'opt-in' || basis.status === 'decided')) ||
    // The signal is kept where it decided (C11) and no cookie says so yet.
    (honored && (basis.source !== 'gpc' || (cookie?.s === 'g' && cookie.t === basis.decidedAt)))
  ) {
    return null;
  }
  const { consentId } = basis;
  const decision = {
    consentId: withdrawn ? (options.uuid ?? randomUuid)() : consentId,
    decisions: Object.fromEntries(
      config.categories
        .filter((category) => !isRequired(category))
        .flatMap((category) => {
          const { key } = category;
          const granted =
            action === 'save'
              ? { ...basis.decisions, ...options.draft }[key] === true
              : action === 'accept-all' ||
                // A refusal is not overturned by a default (C3), nor is an old grant prolonged by one.
                ((honored || (dismissed && (model !== 'opt-out' || category.defaultInOptOut))) &&
                  basis.decisions[key]!);
          const on = !isOffBySignal(category, basis) && granted;
          // What is on without consent is not granted by it, nor by being left on: kept as if it were, it would count where the law asks.
          const isNoGrant = (model === 'opt-in' || action === 'save') && isLeftOn(category, basis);
          return on && isNoGrant ? [] : [[key, on]];
        }),
    ),
    versions: config.versions,
    source: honored || withdrawn ? action : dismissed ? 'implicit' : (options.source ?? 'api'),
    // A clock that tells nothing must not lose a refusal.
    decidedAt: unixSeconds(options.now) || unixSeconds(),
  } as const;
  const made: ConsentDecision = {
    cookie: cookieFor({ ...decision, model }),
    submission: { ...decision, locale: config.locale, ...(withdrawn && { replaces: consentId }) },
  };
  return withExceptions(made, basis, config, action, options.draft);
};
