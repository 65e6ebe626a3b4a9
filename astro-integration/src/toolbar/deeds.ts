import { type ConsentConfig, encodeConsentCookie, readConsentCookie } from '@permesso/consent-core';
import { type Simulation, simulationCookie } from './simulation.ts';

const DAY = 86_400;

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
  const value = encodeConsentCookie({ ...cookie, t: cookie.t - days * DAY });
  document.cookie = `${config.cookie.name}=${value}; Path=/; Max-Age=${config.cookie.maxAgeDays * DAY}; SameSite=Lax${domainOf(config)}`;
  location.reload();
}

/** A first visit again: no decision, nothing to send, no simulation. */
export function forgetEverything(config: ConsentConfig | null): void {
  const name = config?.cookie.name ?? 'pl-consent';
  for (const domain of new Set(['', config ? domainOf(config) : ''])) {
    document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
  document.cookie = simulationCookie({ place: '', gpc: false });
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${name}:`)) localStorage.removeItem(key);
  location.reload();
}
// biome-ignore-end lint/suspicious/noDocumentCookie: as above

function domainOf({ cookie: { domain } }: ConsentConfig): string {
  return domain ? `; Domain=${domain}` : '';
}
