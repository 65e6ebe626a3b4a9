import type { Clock } from './clock.ts';
import { unixSeconds } from './clock.ts';
import type {
  ConsentCategory,
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentSource,
  ConsentState,
  RecordSubmission,
} from './config.ts';
import { cookieFor } from './cookie.ts';
import { defaultDecisions, isInForce } from './resolve.ts';
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

/** What an action makes of one category. */
function grants(action: ConsentAction, basis: DecisionBasis, config: ConsentConfig, draft: ConsentDecisions) {
  const defaults = defaultDecisions(config, basis.gpc);
  return ({ key, respectGPC }: ConsentCategory): boolean => {
    const current = basis.decisions[key] === true;
    // The signal stays off whatever else is chosen (C11).
    if (basis.gpc && respectGPC && basis.model !== 'opt-in') return false;
    if (action === 'accept-all') return true;
    if (action === 'save') return Object.hasOwn(draft, key) ? draft[key] === true : current;
    // A stored refusal is not overturned by a default (C3).
    if (action === 'dismiss') return defaults[key] === true && basis.decisions[key] !== false;
    return action === 'gpc' && current;
  };
}

/**
 * The decision that an action amounts to, or null where nothing is to be kept: consent is switched off,
 * dismissed under opt-in or after a decision, or the signal is stored already. Pure: the store and the
 * form route of pages without JavaScript both commit what it returns.
 */
export function decide(
  basis: DecisionBasis,
  config: ConsentConfig,
  action: ConsentAction,
  { draft = {}, source = 'api', now, uuid = randomUuid }: DecideOptions = {},
): ConsentDecision | null {
  if (!isInForce(config)) return null;
  if (action === 'dismiss' && (basis.model === 'opt-in' || basis.status === 'decided')) return null;
  if (action === 'gpc' && !isUnstoredSignal(basis)) return null;
  const optional = config.categories.filter((category) => !category.required);
  const granted = grants(action, basis, config, draft);
  const sources: Partial<Record<ConsentAction, ConsentSource>> = {
    withdraw: 'withdraw',
    dismiss: 'implicit',
    gpc: 'gpc',
  };
  const decision = {
    consentId: action === 'withdraw' ? uuid() : basis.consentId,
    decisions: Object.fromEntries(optional.map((category) => [category.key, granted(category)])),
    versions: config.versions,
    source: sources[action] ?? source,
    decidedAt: unixSeconds(now),
  };
  return {
    cookie: cookieFor({ ...decision, model: basis.model }),
    submission: {
      ...decision,
      locale: config.locale,
      ...(action === 'withdraw' && { replaces: basis.consentId }),
    },
  };
}

/** Whether Global Privacy Control decided (C11) and no cookie says so yet. */
function isUnstoredSignal({ source, cookie, decidedAt }: DecisionBasis): boolean {
  return source === 'gpc' && (cookie?.s !== 'g' || cookie.t !== decidedAt);
}
