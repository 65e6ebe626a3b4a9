import {
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentExplanation,
  explainConsent,
  ledger,
  readConsentCookie,
} from '@permesso/consent-core';
import { page } from '@permesso/consent-core/page';
import { type DeclaredHosts, earlyScripts, undeclaredCookies, undeclaredRequests } from './page-findings.ts';
import { DECLARED_HOSTS, readSimulation, type Simulation } from './simulation.ts';

/** What the toolbar found on this page. */
export interface Observation {
  /** Null where no configuration is known: then nothing is granted. */
  config: ConsentConfig | null;
  cookie: ConsentCookieV1 | null;
  gpc: boolean;
  explanation: ConsentExplanation | null;
  /** Ids of the trackers that ran on this page. */
  ran: ReadonlySet<string>;
  early: string[];
  requests: string[];
  cookies: string[];
  simulation: Simulation;
}

/** The configuration that counts now. */
export function currentConfig(): ConsentConfig | null {
  const { store, facts } = page();
  return store?.config ?? facts?.payload.config ?? null;
}

/** Asks the dev server for what this page is not told; none where it does not answer. */
export async function declaredHosts(): Promise<DeclaredHosts> {
  try {
    return await (await fetch(`${page().facts?.payload.base}/${DECLARED_HOSTS}`)).json();
  } catch {
    return { hosts: [], own: [] };
  }
}

export function observe(declared: DeclaredHosts): Observation {
  const config = currentConfig();
  const gpc = Boolean(page().store?.getState().gpc ?? page().facts?.gpc);
  const cookie = config && readConsentCookie(document.cookie, config.cookie.name);
  return {
    config,
    cookie,
    gpc,
    explanation: config && explainConsent(cookie, config, { gpc }),
    ran: new Set([...ledger().keys()].filter((key) => key.startsWith('id:')).map((key) => key.slice(3))),
    early: earlyScripts(document),
    requests: config ? undeclaredRequests(document, config, declared) : [],
    cookies: config ? undeclaredCookies(document.cookie, config) : [],
    simulation: readSimulation(document.cookie) ?? { place: '', gpc: false },
  };
}
