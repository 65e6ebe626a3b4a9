import {
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentExpr,
  type ConsentState,
  type ConsentStore,
  initialView,
  isGranted,
  resolveConsent,
} from '@permesso/consent-core';
import { createContext } from 'react';

/** What a provider tells its components: first from the props alone, on the server and while hydrating, then live. */
export interface Provided {
  config: ConsentConfig;
  nonce?: string;
  /** Null until the provider is mounted: a server has no page to speak for. */
  store: ConsentStore | null;
  initial: InitialView;
}

/** The state as the server saw it: hydration has to begin with the same. */
export interface InitialView {
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
  const { cookie: _, ...state } = resolved;
  const decisions = Object.fromEntries(
    Object.entries(state.decisions).map(([key, on]) => [key, known && on && safe[key] === true]),
  );
  return {
    state: { ...state, decisions, draft: decisions, ui: initialView(resolved, config) },
    has: (expr) => isGranted({ ...resolved, decisions }, config, expr),
  };
}
