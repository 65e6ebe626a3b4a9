import type { ConsentStore } from '@permesso/consent-core';
import { honorsGpc } from '@permesso/consent-core/ui';

/** Keeps the attributes of `<html>` in step with the store. */
export function reflect(store: ConsentStore): void {
  const { config } = store;
  const state = store.getState();
  const root = document.documentElement;
  const { dataset } = root;
  const granted = config.categories.map((category) => category.key).filter((key) => store.has(key));
  dataset.consent = state.status;
  dataset.consentGranted = granted.join(' ');
  dataset.consentUi = state.ui === 'banner' ? state.ui : 'closed';
  // The manage button says that the signal was honoured (11 CCR 7025).
  root.toggleAttribute('data-consent-gpc', honorsGpc(state, config));
}
