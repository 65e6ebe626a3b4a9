import { attachDeclared } from '@permesso/consent-core';
import { attachGates } from './gates.ts';
import { grants } from './page.ts';

/** Serves what the page's own markup makes wait for consent: gates, scripts and frames. */
export function attachMarkup(): void {
  attachGates();
  attachDeclared(grants);
}
