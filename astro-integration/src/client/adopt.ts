import type { ConsentStore } from '@permesso/consent-core';
import { page } from './page.ts';

/** Lets a store speak for the page from now on. */
export function adoptStore(store: ConsentStore): void {
  page().store = store;
  store.subscribe(tellPage);
}

/** Has all that follows the grants of the page look at them again. */
export function tellPage(): void {
  for (const listener of [...page().listeners]) listener();
}
