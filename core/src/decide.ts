import type { Clock } from './clock.ts';
import { unixSeconds } from './clock.ts';
import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentSource,
  ConsentState,
  RecordSubmission,
} from './config.ts';
import { cookieFor } from './cookie.ts';
import { defaultDecisions } from './resolve.ts';
import { isInForce } from './terms.ts';
import { randomUuid } from './uuid.ts';

/** What a visitor can do; `gpc` commits the decision that Global Privacy Control is under opt-out. */
export type ConsentAction = 'accept-all' | 'reject-all' | 'withdraw' | 'save' | 'dismiss' | 'gpc';

/** A resolved consent, or the state of a store beside the cookie it stands on. */
export type DecisionBasis = Pick<
  ConsentState,
  'status' | 'model' | 'decisions' | 'gpc' | 'consentId' | 'source' | 'decidedAt'
> & { cookie?: ConsentCookieV1 | null };

export interface DecideOptions {
  /** What `save` commits; keys left out stay as they are. */
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

/** Actions whose source is not where they were done. */
const SOURCES: Partial<Record<ConsentAction, ConsentSource>> = {
  withdraw: 'withdraw',
  dismiss: 'implicit',
  gpc: 'gpc',
};

/**
 * The decision that an action amounts to, or null where nothing is to be kept: consent is switched off,
 * dismissed under opt-in or after a decision, or the signal is stored already. Pure: the store and the
 * form route of pages without JavaScript both commit what it returns.
 */
export function decide(
  { status, model, decisions: current, gpc, consentId, source: from, decidedAt, cookie }: DecisionBasis,
  config: ConsentConfig,
  action: ConsentAction,
  { draft = {}, source = 'api', now, uuid = randomUuid }: DecideOptions = {},
): ConsentDecision | null {
  const dismissed = action === 'dismiss';
  if (
    !isInForce(config) ||
    (dismissed && (model === 'opt-in' || status === 'decided')) ||
    // The signal is kept where it decided (C11) and no cookie says so yet.
    (action === 'gpc' && (from !== 'gpc' || (cookie?.s === 'g' && cookie.t === decidedAt)))
  ) {
    return null;
  }
  const defaults = defaultDecisions(config, gpc);
  const withdrawn = action === 'withdraw';
  const chosen = (key: string) =>
    action === 'save'
      ? (Object.hasOwn(draft, key) ? draft : current)[key] === true
      : // A refusal is not overturned by a default (C3).
        action === 'accept-all' || ((action === 'gpc' || (dismissed && defaults[key]!)) && current[key]!);
  const decision = {
    consentId: withdrawn ? uuid() : consentId,
    decisions: Object.fromEntries(
      config.categories
        .filter(({ required }) => !required)
        // The signal stays off whatever is chosen (C11).
        .map(({ key, respectGPC }) => [key, !(gpc && respectGPC && model !== 'opt-in') && chosen(key)]),
    ),
    versions: config.versions,
    source: SOURCES[action] ?? source,
    decidedAt: unixSeconds(now),
  };
  return {
    cookie: cookieFor({ ...decision, model }),
    submission: { ...decision, locale: config.locale, ...(withdrawn && { replaces: consentId }) },
  };
}
