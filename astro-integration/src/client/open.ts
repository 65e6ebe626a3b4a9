import type { ConsentStore } from '@permesso/consent-core';
import { withPart } from './parts.ts';
import { withTexts } from './texts.ts';

/**
 * Opens the preferences once all is there that they show; script and texts are fetched side by side. Without an answer
 * they open with what is known: a grant can be withdrawn all the same.
 */
export function openPreferences(store: ConsentStore, opener?: Element): void {
  withTexts(store, () => withPart('preferences', (show) => show(store, opener)));
  withPart('preferences', () => {});
}
