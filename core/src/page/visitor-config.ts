import type { ConsentConfig } from '../contract/config.ts';
import type { PagePayload } from '../contract/payload.ts';
import { denySignals, fetchPayload } from './fetched-config.ts';
import { page, tellPage } from './page-state.ts';
import { rememberPayload } from './remembered-payload.ts';
import type { ConsentStore } from './store.ts';

/** Asks for what holds for this visitor, and judges by it. Without an answer all stays as it is. */
export async function askConfig(store: ConsentStore): Promise<void> {
  const payload = await fetchPayload(store.config.locale);
  if (!payload?.config) return;
  adopt(payload);
  judgeBy(store, payload.config);
}

/** Asks where no configuration is known, and there is no store yet. */
export async function askWithoutConfig(): Promise<void> {
  // With its facts unreadable the head has told Consent Mode nothing: then everything is denied (C1).
  if (!page().facts) denySignals();
  const payload = await fetchPayload('');
  if (payload) adopt(payload);
}

function adopt(payload: PagePayload): void {
  const { facts } = page();
  if (!facts) return;
  facts.payload = payload;
  facts.gpc ||= payload.gpc;
  rememberPayload(payload);
}

/**
 * Judges by a configuration, and by a signal that may have come with it. While somebody is at the switches what they have
 * toggled and not saved is theirs, and only a decision made elsewhere is the later word.
 */
export function judgeBy(store: ConsentStore, config: ConsentConfig): void {
  keepingDraft(store, () => store.refresh(config, page().facts?.gpc || undefined));
  // Its trackers and signals may be others, though the same is granted.
  tellPage();
}

/** Has a store judge anew without losing what somebody has toggled and not saved. */
export function keepingDraft(store: ConsentStore, judge: () => void): void {
  const { ui, draft, decisions, decidedAt } = store.getState();
  judge();
  if (ui !== 'preferences' || store.getState().decidedAt !== decidedAt) return;
  for (const [key, on] of Object.entries(draft)) if (on !== decisions[key]) store.toggle(key, on);
}

/** How long a page that client-side navigation leads to waits for its visitor's configuration, in milliseconds. */
const PATIENCE = 2000;

/**
 * Has the store follow the configuration of the page that client-side navigation is about to put in place. One that does
 * not know its visitor waits for the answer, and goes on by what holds where there is none.
 */
export async function followPage(store: ConsentStore, payload: PagePayload): Promise<void> {
  const { facts } = page();
  if (facts) {
    facts.payload = payload;
    facts.gpc ||= payload.gpc;
  }
  if (payload.visitor && payload.config) judgeBy(store, payload.config);
  else await Promise.race([askConfig(store), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
