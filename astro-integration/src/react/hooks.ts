import {
  type ConsentCategory,
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentExpr,
  type ConsentState,
  type ConsentStore,
  initialView,
  isGranted,
  resolveConsent,
} from '@permesso/consent-core';
import { page, withContent } from '@permesso/consent-core/page';
import { createContext, useContext, useEffect, useMemo, useReducer, useSyncExternalStore } from 'react';

export interface Consent
  extends Pick<
    ConsentStore,
    'has' | 'acceptAll' | 'rejectAll' | 'withdraw' | 'toggle' | 'save' | 'dismiss' | 'open' | 'close'
  > {
  /** False outside a provider, without a configuration, and while consent is off. */
  ready: boolean;
  config: ConsentConfig | null;
  state: ConsentState;
}

export interface CategoryConsent {
  /** Null for a key that the configuration does not know. */
  category: ConsentCategory | null;
  granted: boolean;
  /** What the preferences show, not yet saved. */
  draft: boolean;
  required: boolean;
  /** Flips the draft, or sets it. */
  toggle(on?: boolean): void;
}

export interface ConsentContextValue {
  store: ConsentStore;
  config: ConsentConfig;
  nonce?: string;
}

/** What a provider tells its components: first from the props alone, on the server and while hydrating, then live. */
export interface Provided {
  config: ConsentConfig;
  nonce?: string;
  /** Null until the provider is mounted: a server has no page to speak for. */
  store: ConsentStore | null;
  initial: InitialView;
}

/** The state as the server saw it: hydration has to begin with the same. */
interface InitialView {
  state: ConsentState;
  has: (expr: ConsentExpr) => boolean;
}

export const ProvidedContext = createContext<Provided | null>(null);

/**
 * The state that a cookie means under a configuration, without a store: nothing is written or listened to. What nobody
 * has looked at forbids until it is known: a cookie that was not given may be a refusal, and a signal may be on.
 *
 * @param cookie undefined where nobody has looked; null for none
 * @param gpc undefined where nobody has looked
 */
export function viewOf(
  config: ConsentConfig,
  cookie: string | ConsentCookieV1 | null | undefined,
  gpc: boolean | undefined,
): InitialView {
  // The same id on both sides, so that hydration finds what the server wrote.
  const resolve = (signal: boolean) => resolveConsent(cookie, config, { gpc: signal, uuid: () => '' });
  const resolved = resolve(gpc ?? false);
  const safe = resolve(gpc ?? true).decisions;
  const known = cookie !== undefined;
  const decisions = Object.fromEntries(
    Object.entries(resolved.decisions).map(([key, on]) => [key, known && on && safe[key] === true]),
  );
  // Which page it is only the mounted provider knows: on some the banner keeps quiet.
  const ui = config.banner.quietPages ? 'closed' : initialView(resolved, config);
  return {
    state: { ...resolved, decisions, draft: decisions, ui },
    has: (expr) => isGranted({ ...resolved, decisions }, config, expr),
  };
}

const nothing = () => {};
const never = () => false;
const unsubscribed = () => nothing;

/** What holds where nothing is known: nothing is granted, and there is nothing to show. */
const closed: ConsentState = Object.freeze({
  status: 'undecided',
  model: 'opt-in',
  decisions: Object.freeze({}),
  draft: Object.freeze({}),
  ui: 'closed',
  repromptReason: null,
  gpc: false,
  needsReload: false,
  consentId: '',
  decidedAt: null,
  source: null,
  cookie: null,
});

const inert: Consent = {
  ready: false,
  config: null,
  state: closed,
  has: never,
  acceptAll: nothing,
  rejectAll: nothing,
  withdraw: nothing,
  toggle: nothing,
  save: nothing,
  dismiss: nothing,
  open: nothing,
  close: nothing,
};

/**
 * The configuration by which a provider speaks. The page may have its own store judge by another one, and tells of that itself: the
 * state may stay the same.
 */
function useCurrentConfig(provided: Provided | null): ConsentConfig | null {
  const given = provided?.config ?? null;
  const store = provided?.store;
  return useSyncExternalStore(
    listenToPage,
    () => (store && store === page().store ? store.config : given),
    () => given,
  );
}

function listenToPage(listener: () => void): () => void {
  const { listeners } = page();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Consent and everything that can be done about it. Outside a provider, and while consent is off, `ready` is false,
 * `has` is false for everything, actions do nothing, and nothing throws.
 */
export function useConsent(): Consent {
  const provided = useContext(ProvidedContext);
  const store = provided?.store ?? null;
  const initial = provided?.initial.state ?? closed;
  const state = useSyncExternalStore(
    store ? store.listen : unsubscribed,
    store ? store.getState : () => initial,
    () => initial,
  );
  const config = useCurrentConfig(provided);
  return useMemo(() => {
    if (!provided || !config) return inert;
    if (!config.enabled) return { ...inert, config };
    const known = { ready: true, config, state };
    // A new function for each state, so that what depends on it is asked again.
    if (!store) return { ...inert, ...known, has: (expr: ConsentExpr) => provided.initial.has(expr) };
    const { acceptAll, rejectAll, withdraw, toggle, save, dismiss, close } = store;
    // As a handler it is given an event.
    const open: Consent['open'] = (view) => store.open(view === 'banner' ? view : 'preferences');
    const has = (expr: ConsentExpr) => store.has(expr);
    return { ...known, has, acceptAll, rejectAll, withdraw, toggle, save, dismiss, open, close };
  }, [provided, store, state, config]);
}

/** Whether a category, or an expression of categories, is granted; renders again when that changes. */
export function useHasConsent(expr: ConsentExpr): boolean {
  return useConsent().has(expr);
}

/** One category: what is granted, what is drafted, and how to change it. */
export function useCategory(key: string): CategoryConsent {
  const { ready, config, state, has, toggle } = useConsent();
  const store = useContext(ProvidedContext)?.store;
  const [, arrived] = useReducer((times: number) => times + 1, 0);
  // A page leaves out what is only read; here somebody shows it.
  useEffect(() => {
    if (store && store === page().store) withContent(arrived);
  }, [store]);
  const category = (ready && config?.categories.find((candidate) => candidate.key === key)) || null;
  const required = category?.required === true;
  return {
    category,
    granted: category !== null && has(key),
    draft: required || (category !== null && state.draft[key] === true),
    required,
    // A handler may hand its event over.
    toggle: category && !required ? (on) => toggle(key, typeof on === 'boolean' ? on : undefined) : nothing,
  };
}

/** The provider's store and configuration as they are; null outside a provider and before it is mounted. */
export function useConsentContext(): ConsentContextValue | null {
  const provided = useContext(ProvidedContext);
  const config = useCurrentConfig(provided);
  return useMemo(() => {
    if (!provided?.store || !config) return null;
    const { store, nonce } = provided;
    return { store, config, nonce };
  }, [provided, config]);
}
