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

/** The state that a cookie means under a configuration, without a store: nothing is written or listened to. */
export function viewOf(
  config: ConsentConfig,
  cookie: string | ConsentCookieV1 | null | undefined,
  gpc: boolean,
): InitialView {
  // The same id on both sides, so that hydration finds what the server wrote.
  const resolved = resolveConsent(cookie, config, { gpc, uuid: () => '' });
  const { cookie: _, ...state } = resolved;
  return {
    state: { ...state, draft: state.decisions, ui: initialView(resolved, config) },
    has: (expr) => isGranted(resolved, config, expr),
  };
}
