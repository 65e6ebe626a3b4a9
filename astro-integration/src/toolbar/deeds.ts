import { type ConsentConfig, readConsentCookie, serializeConsentCookie } from '@permesso/consent-core';
import { type Simulation, simulationCookie } from './simulation.ts';

const DAY = 86_400;

/** The cookie of a page that knows no configuration. */
const UNKNOWN: ConsentConfig['cookie'] = { name: 'pl-consent', maxAgeDays: 0, sameSite: 'lax' };

// biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is asynchronous.

/** Sees this visitor elsewhere from now on; the dev server answers accordingly. */
export function simulate(simulation: Simulation): void {
  document.cookie = simulationCookie(simulation);
  location.reload();
}

/** Dates the stored decision back by more than its validity. */
export function expireDecision(config: ConsentConfig | null): void {
  const cookie = config && readConsentCookie(document.cookie, config.cookie.name);
  if (!cookie) return;
  const days = Math.ceil((config.reconsent.expiresAfterMonths + 1) * 31);
  document.cookie = serializeConsentCookie({ ...cookie, t: cookie.t - days * DAY }, config.cookie, secured());
  location.reload();
}

/** A first visit again: no decision, nothing to send, no simulation. */
export function forgetEverything(config: ConsentConfig | null): void {
  const { domain, ...own } = config?.cookie ?? UNKNOWN;
  for (const attributes of [own, { ...own, domain }]) {
    document.cookie = serializeConsentCookie('', attributes, secured());
  }
  document.cookie = simulationCookie({ place: '', gpc: false });
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`${own.name}:`)) localStorage.removeItem(key);
  }
  location.reload();
}
// biome-ignore-end lint/suspicious/noDocumentCookie: as above

const secured = () => ({ secure: location.protocol === 'https:' });
