import type { ConsentStore } from '@permesso/consent-core';

/** The attributes of `<html>` that CSS reads; the head snippet sets them before the first paint. */
const NAMES = ['data-consent', 'data-consent-granted', 'data-consent-ui'];

/** Keeps the attributes of `<html>` in step with the store. */
export function reflect(store: ConsentStore): void {
  const { status, ui } = store.getState();
  const { dataset } = document.documentElement;
  const granted = store.config.categories.map((category) => category.key).filter((key) => store.has(key));
  dataset.consent = status;
  dataset.consentGranted = granted.join(' ');
  dataset.consentUi = ui === 'banner' ? ui : 'closed';
}

/** Carries them over to the page that client-side navigation is about to show: the router would wipe them. */
export function carryOver(next: Document): void {
  for (const name of NAMES) {
    const value = document.documentElement.getAttribute(name);
    if (value !== null) next.documentElement.setAttribute(name, value);
  }
}
