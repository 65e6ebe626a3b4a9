import type { ConsentStore } from '@permesso/consent-core';

/** Keeps the attributes of `<html>` in step with the store. */
export function reflect(store: ConsentStore): void {
  const { status, ui, gpc, model } = store.getState();
  const root = document.documentElement;
  const { dataset } = root;
  const granted = store.config.categories.map((category) => category.key).filter((key) => store.has(key));
  dataset.consent = status;
  dataset.consentGranted = granted.join(' ');
  dataset.consentUi = ui === 'banner' ? ui : 'closed';
  // The manage button says that the signal was honoured (11 CCR 7025); under opt-in it changes nothing.
  root.toggleAttribute('data-consent-gpc', gpc && model !== 'opt-in');
}
