import type { ConsentConfig, ConsentStore } from '@permesso/consent-core';
import { payloadKey } from '@permesso/consent-core';
import { tellPage } from './adopt.ts';
import { tellConsentMode } from './consent-mode.ts';
import { keepingDraft } from './draft.ts';
import { fetchConfig } from './fetch-config.ts';
import { page } from './page.ts';
import { confirmConfig } from './pending.ts';

/** Asks for the configuration of this visitor, and judges by it. Without an answer all stays as it is. */
export async function askConfig(store: ConsentStore): Promise<void> {
  const config = await fetchConfig(store.config.locale);
  if (config) adoptConfig(store, config);
}

/** Judges by a configuration, and by a signal that may have come with it. */
export function judgeBy(store: ConsentStore, config: ConsentConfig): void {
  keepingDraft(store, () => store.refresh(config, page().facts?.gpc || undefined));
  // The categories may carry other signals than those that the head knew.
  tellConsentMode(store);
  // Its trackers may be others, though the same is granted.
  tellPage();
}

/** Judges by a configuration that was asked for. */
export function adoptConfig(store: ConsentStore, config: ConsentConfig): void {
  const { facts } = page();
  if (facts) {
    facts.payload.key = payloadKey(config, true);
    delete facts.payload.brief;
  }
  confirmConfig(config);
  judgeBy(store, config);
}
