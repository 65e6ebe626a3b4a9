import { attachAdapters, attachTrackers } from '@permesso/consent-core';
import { categoryGrants, page } from './page.ts';
import { isAdapted, pageTrackers } from './trackers.ts';

/** Tells the vendors' own consent APIs what is granted, and loads their trackers: in this order. */
export function attachAdapted(): void {
  const { store, facts } = page();
  const categories = (store?.config ?? facts?.payload.config)?.categories ?? [];
  attachAdapters(categoryGrants, pageTrackers(), categories);
  attachTrackers(categoryGrants, () => pageTrackers().filter(isAdapted));
}
