import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentStatus,
  OtherBasis,
  PendingConfig,
  RepromptReason,
} from '../contract/config.ts';
import type { CategoryTerms } from '../contract/payload.ts';
import { asksConsent, isOffBySignal, isOnByDefault, isRequired } from './category-terms.ts';
import { type Clock, unixSeconds } from './clock-and-uuid.ts';
import { isGrantingAct } from './cookie-codes.ts';
import { type ConsentJudgement, isCategoryGranted, judgeConsent } from './judge.ts';
import { isNameGranted, judgeWithServices } from './service-rules.ts';
import { consentTerms } from './terms.ts';

/** One step of a judgement: the rule that decided, by its number, and what it says. */
export interface ConsentReason {
  rule: string;
  text: string;
}

export interface CategoryExplanation extends ConsentReason {
  key: string;
  granted: boolean;
}

/** Of a service that the decision names; all others have what their category has, for its reason. */
export interface ServiceExplanation extends ConsentReason {
  name: string;
  granted: boolean;
}

export interface ConsentExplanation extends ConsentReason {
  status: ConsentStatus;
  /** Every category of the config, in its order. */
  categories: CategoryExplanation[];
  /** The services of the config that the decision names. */
  services: ServiceExplanation[];
}

const reason = (rule: string, text: string): ConsentReason => ({ rule, text });

/**
 * Says for each category what is granted and which rule made it so, for people who look for the cause. The answers
 * themselves are the judge's own; only the words are added here.
 */
export function explainConsent(
  cookie: ConsentCookieV1 | null,
  config: ConsentConfig,
  { gpc = false, now }: { gpc?: boolean; now?: Clock } = {},
): ConsentExplanation {
  const terms = consentTerms(config);
  const time = unixSeconds(now);
  const judged = judgeConsent(cookie, terms, gpc, time);
  const ofServices = judgeWithServices(cookie, terms, gpc, time);
  const named = Object.entries(cookie?.x ?? {}).filter(([name]) =>
    Object.hasOwn(config.services ?? {}, name),
  );
  return {
    status: judged.status,
    ...whyStatus(judged, cookie, config),
    categories: terms.categories.map((category) => ({
      key: category.key,
      granted: isCategoryGranted(judged, terms, category.key),
      ...whyCategory(category, judged, cookie, gpc, config),
    })),
    services: named.map(([name, bit]) => {
      const category = terms.categories.find(({ key }) => key === config.services![name])!;
      // As it would be with its category, had the visitor said of that what they said of the service.
      const said = { ...cookie!, d: { ...cookie!.d, [category.key]: bit } };
      return {
        name,
        granted: isNameGranted(ofServices, config, name),
        ...whyService(bit, category, config, () =>
          whyCategory(category, judgeConsent(said, terms, gpc, time), said, gpc, config),
        ),
      };
    }),
  };
}

function whyService(
  bit: 0 | 1,
  { key }: CategoryTerms,
  { granularity }: ConsentConfig,
  asItsCategory: () => ConsentReason,
): ConsentReason {
  if (bit === 0) return reason('C3', 'Refused by name: that holds whatever becomes of its category.');
  if (granularity !== 'service')
    return reason('C6', `Granted by name, but visitors decide on categories here: it has what ${key} has.`);
  const { rule, text } = asItsCategory();
  return reason(rule, `By its own name: ${text}`);
}

const EXPIRY: Record<RepromptReason, string> = {
  expired: 'The decision is older than consent is valid for',
  documents: 'The privacy or cookie page has changed since the decision',
  categories: 'The categories have changed since the decision',
  trackers: 'The trackers have changed since the decision',
};

function whyStatus(
  { model, cookie: stored, status, repromptReason: outdated, signal }: ConsentJudgement,
  cookie: ConsentCookieV1 | null,
  config: ConsentConfig,
): ConsentReason {
  if (!model) return offReason(config);
  if (cookie && !stored) return reason('J', 'The cookie is dated ahead of the clock: it is no decision.');
  if (signal) return reason('C11', 'Under opt-out Global Privacy Control is the decision.');
  if (outdated) return reason('C5', `${EXPIRY[outdated]}: it is asked again.`);
  if (status === 'decided') return reason('C4', 'The visitor decided, and nothing has changed since.');
  if (stored) return reason('C4', 'What is stored came from a default: under opt-in that is no decision.');
  return reason('C2', 'There is no valid decision.');
}

function offReason({ enabled }: ConsentConfig): ConsentReason {
  return enabled
    ? reason('C1', 'The model is unknown: nothing but what is required is granted.')
    : reason('C8', 'Consent is switched off: nothing but what is required is granted.');
}

function whyCategory(
  category: CategoryTerms,
  { model, cookie: stored, status, signal }: ConsentJudgement,
  cookie: ConsentCookieV1 | null,
  gpc: boolean,
  config: PendingConfig,
): ConsentReason {
  const { key, respectGPC } = category;
  if (isRequired(category)) return reason('C1', 'Required: always granted, and no choice.');
  if (!model) return offReason(config);
  const said = cookie && Object.hasOwn(cookie.d, key) ? cookie.d[key] : undefined;
  const bit = stored ? said : undefined;
  if (said === 0) return reason('C3', 'Refused by the visitor: a refusal wins over every default.');
  if (config.pending === 'config')
    return reason('L', 'Whether this configuration still holds is being asked.');
  if (gpc && respectGPC && config.pending)
    return reason('L', 'Off by Global Privacy Control until the model of the visitor is known.');
  if (isOffBySignal(category, { gpc, model })) return reason('C2', 'Switched off by Global Privacy Control.');
  if (config.preview && !isGrantingAct(stored?.s))
    return reason('C4', 'In a preview nothing is granted but by an act of whoever looks at it.');
  if (asksConsent(category, model)) return whyUnderOptIn(bit, stored?.s, status);
  if (model === 'opt-in') return reason('C2', BASES[category.basis!]);
  if (bit === 1 && isGrantingAct(stored?.s)) return reason('C4', 'Granted by the stored decision.');
  const unknown = stored && bit === undefined && !signal ? 'The decision does not name this category: ' : '';
  return isOnByDefault(category, model)
    ? reason(unknown ? 'C6' : 'C2', `${unknown}on by default under ${model}.`)
    : reason(unknown ? 'C6' : 'C2', `${unknown}off by default under ${model}.`);
}

const BASES: Record<OtherBasis, string> = {
  objection: 'On by default: what it is for rests on a right to object here, and nobody objected.',
  exempt: 'On by default: what it is for is exempt from consent here, and nobody objected.',
};

function whyUnderOptIn(
  bit: 0 | 1 | undefined,
  source: ConsentCookieV1['s'] | undefined,
  status: ConsentStatus,
): ConsentReason {
  if (bit === undefined) {
    return source === undefined || status === 'undecided'
      ? reason('C2', 'Nothing optional before a choice under opt-in.')
      : reason('C6', 'The decision does not name this category: off under opt-in.');
  }
  if (source === 'w') return reason('C9', 'A withdrawal grants nothing.');
  if (source === 'i' || source === 'g') {
    return reason('C4', 'Granted by a default under another model: that does not count under opt-in.');
  }
  return status === 'stale'
    ? reason('C5', 'Granted, but the decision has to be renewed first.')
    : reason('C4', 'Granted by the visitor’s own act.');
}
