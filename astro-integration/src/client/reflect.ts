import type { ConsentStore } from '@permesso/consent-core';

/** Keeps the attributes of `<html>` in step with the store. */
export function reflect(store: ConsentStore): void {
  const { status, ui } = store.getState();
  const { dataset } = document.documentElement;
  const granted = store.config.categories.map((category) => category.key).filter((key) => store.has(key));
  dataset.consent = status;
  dataset.consentGranted = granted.join(' ');
  dataset.consentUi = ui === 'banner' ? ui : 'closed';
}
