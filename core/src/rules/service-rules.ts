/*
 * All that single services need beyond their categories. On pages where nobody decides on them `page/no-service-rules.ts`
 * stands in the place of this.
 */
import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentState,
  ConsentTracker,
  PendingConfig,
  RecordSubmission,
} from '../contract/config.ts';
import type { ConsentTerms } from '../contract/payload.ts';
import { isOffBySignal, isOnByDefault, isRequired } from './category-terms.ts';
import { type ConsentJudgement, type GrantBasis, isCategoryGranted, judgeConsent } from './judge.ts';
import { isLeftOn } from './left-on.ts';

/**
 * What a visitor decided, with what the cookie says of single services: each is judged as its category would be, had the
 * visitor said of that what they said of the service. A refusal holds whatever becomes of the category and of the
 * granularity (C3); a grant counts where visitors decide service by service.
 */
export function judgeWithServices(
  cookie: ConsentCookieV1 | null,
  terms: ConsentTerms,
  gpc: boolean,
  now: number,
): ConsentJudgement {
  const judged = judgeConsent(cookie, terms, gpc, now);
  const services = Object.entries(cookie?.x ?? {}).flatMap(([name, bit]): [string, boolean][] => {
    const key = categoryOf(terms.services, name);
    if (key === undefined || (bit && terms.granularity !== 'service')) return [];
    const said = { ...cookie!, d: { ...cookie!.d, [key]: bit } };
    const { decisions } = judgeConsent(said, terms, gpc, now);
    // Of what is required nothing is decided.
    return [[name, Object.hasOwn(decisions, key) ? decisions[key]! : bit === 1]];
  });
  return { ...judged, decisions: { ...judged.decisions, ...Object.fromEntries(services) } };
}

/** Whether a category, or a service, is granted. */
export function isNameGranted(
  basis: GrantBasis,
  { services, ...config }: Pick<PendingConfig, 'categories' | 'services' | 'preview'>,
  name: string,
): boolean {
  const key = categoryOf(services, name);
  if (key === undefined) return isCategoryGranted(basis, config, name);
  if (!Object.hasOwn(basis.decisions, name)) return isCategoryGranted(basis, config, key);
  const own = basis.decisions[name] === true;
  return own && isCategoryGranted({ ...basis, decisions: { [key]: own } }, config, key);
}

/**
 * A draft in which a category, or a service, is switched. What is said of a category is said of all its services; where some
 * of these are granted and others are not, the category is refused, and each of them named: whoever reads nothing but
 * categories must take nothing for granted that is not. Where the category is on without consent, or was left on by default, those
 * that are refused are the exceptions.
 *
 * @param draft of all categories, and of services that differ from theirs
 */
export function editDraft(
  draft: ConsentDecisions,
  name: string,
  on: boolean | undefined,
  config: Pick<ConsentConfig, 'categories' | 'services' | 'granularity' | 'jurisdiction'>,
): ConsentDecisions {
  const { categories, services = {}, granularity, jurisdiction } = config;
  const key = categoryOf(services, name) ?? name;
  const isSingle = key !== name && granularity === 'service';
  const said = (one: string) => draft[one] ?? draft[key];
  const granted = on ?? !said(isSingle ? name : key);
  // What is required is no choice; a service that was refused before that can be allowed again.
  const isChoice = !categories.some((category) => category.key === key && isRequired(category));
  if (isChoice ? !Object.hasOwn(draft, key) : !granted) return draft;
  const below = Object.keys(services).filter((service) => services[service] === key);
  const others = Object.entries(draft).filter(([other]) => other !== key && !below.includes(other));
  const isOn = (service: string) => (service === name ? granted : (said(service) ?? !isChoice));
  const isMixed = isSingle && below.some(isOn) && !below.every(isOn);
  const { model } = jurisdiction;
  // What is refused stays so, but where nothing of it could be granted.
  const staysOn =
    (model === 'opt-in' || draft[key] === true) &&
    categories.some((category) => category.key === key && isOnByDefault(category, model));
  return Object.fromEntries([
    ...others,
    [key, isMixed ? staysOn : granted],
    ...(isMixed ? below.map((service) => [service, isOn(service)] as const) : []),
  ]);
}

/** The draft that a decision is made of. */
export const draftOf = ({ decisions, services }: RecordSubmission): ConsentDecisions => ({
  ...decisions,
  ...services,
});

/**
 * The most services that a decision names, refused ones first: a browser takes no cookie of more than 4096 bytes. What is left
 * out follows its category, which is refused where services of it are granted, or where one of them was refused.
 */
const MOST_EXCEPTIONS = 60;

/** As it is kept and recorded. */
interface Decision {
  cookie: ConsentCookieV1;
  submission: RecordSubmission;
}

/**
 * Adds to a decision that was just made what it says of single services.
 *
 * @param draft what is saved, as `editDraft` leaves it
 */
export function withExceptions(
  decision: Decision,
  basis: Pick<ConsentState, 'gpc' | 'model' | 'decisions'> & Partial<Pick<ConsentState, 'cookie'>>,
  config: Pick<ConsentConfig, 'categories' | 'services'>,
  action: string,
  draft: ConsentDecisions = {},
): Decision {
  const { cookie, submission } = decision;
  const { categories, services } = config;
  const saved = action === 'save' ? draft : {};
  const said = Object.entries(saved).filter(([name, granted]) => {
    const key = categoryOf(services, name);
    const isWithheld = categories.some(
      (category) =>
        category.key === key &&
        (isOffBySignal(category, basis) ||
          (submission.decisions[key] !== false && isLeftOn(category, basis, name))),
    );
    return key !== undefined && !(granted && isWithheld);
  });
  const refused = Object.entries(basis.cookie?.x ?? {}).filter(([name, bit]) => {
    const key = categoryOf(services, name);
    // Nothing is said of what is away: it may come back, and in another category (C3).
    const isAnswered = key !== undefined && (action === 'accept-all' || Object.hasOwn(saved, key));
    return !bit && !isAnswered;
  });
  const named = [...refused.map(([name]) => [name, false] as const), ...said].sort(
    ([, one], [, other]) => Number(one) - Number(other),
  );
  const exceptions = named.slice(0, MOST_EXCEPTIONS);
  if (exceptions.length === 0) return decision;
  // Of a category that stays on by default while services of it are refused, those are granted that were.
  for (const [name, granted] of Object.entries(saved)) {
    const key = categoryOf(services, name);
    if (basis.model === 'opt-in' || !granted || !submission.decisions[key!]) continue;
    delete cookie.d[key!];
    delete submission.decisions[key!];
  }
  // A refusal that is left out is one of its whole category (C3).
  for (const [name, granted] of named.slice(MOST_EXCEPTIONS)) {
    const key = categoryOf(services, name);
    if (granted || !categories.some((one) => one.key === key && !isRequired(one))) continue;
    cookie.d[key!] = 0;
    submission.decisions[key!] = false;
  }
  cookie.x = Object.fromEntries(exceptions.map(([name, granted]) => [name, granted ? 1 : 0]));
  submission.services = Object.fromEntries(exceptions);
  return decision;
}

/**
 * What a signal that a category carries asks for: where visitors decide service by service, those of the category that read
 * signals, since the others neither need nor spoil them; without any the whole of it, and by category those beside it, since
 * one of them may have been refused alone.
 */
export function signalNames(
  category: string,
  { granularity, services = {}, trackers }: Pick<ConsentConfig, 'granularity' | 'services' | 'trackers'>,
): string[] {
  const names = trackers.flatMap((tracker) =>
    tracker.key !== undefined && services[tracker.key] === category && readsSignals(tracker)
      ? [tracker.key]
      : [],
  );
  return granularity === 'service' && names.length > 0 ? names : [category, ...names];
}

/** Google's tags read them, and what owners have marked so. */
const readsSignals = ({ loader, hosts = [] }: ConsentTracker): boolean =>
  loader?.consentModeManaged === true ||
  [loader?.src, loader?.inline, ...hosts].some((text) => text?.includes('googletagmanager.com'));

/** The key of a service's category; undefined for what is none. */
const categoryOf = (services: ConsentTerms['services'], name: string): string | undefined =>
  services && Object.hasOwn(services, name) ? services[name] : undefined;
