import type { ConsentStore } from '@permesso/consent-core';

/**
 * Has a store judge anew while somebody is at its switches: what they have toggled and not saved is theirs, and only a
 * decision made elsewhere is the later word.
 */
export function keepingDraft(store: ConsentStore, judge: () => void): void {
  const { ui, draft, decisions, decidedAt } = store.getState();
  judge();
  if (ui !== 'preferences' || store.getState().decidedAt !== decidedAt) return;
  for (const [key, on] of Object.entries(draft)) if (on !== decisions[key]) store.toggle(key, on);
}
