import type { ConsentConfig, ConsentStore } from '@permesso/consent-core';
import { payloadKey } from '../head/key.ts';
import type { PagePayload } from '../head/payload.ts';
import { tellConsentMode } from './consent-mode.ts';
import { page } from './page.ts';

/** Asks for the configuration of this visitor, and judges by it. Without an answer all stays as it is. */
export async function askConfig(store: ConsentStore): Promise<void> {
  const config = await fetchConfig(store.config.locale);
  if (!config) return;
  const { facts } = page();
  if (facts) {
    facts.payload.key = payloadKey(config, true);
    delete facts.payload.brief;
  }
  store.refresh(config);
  // The categories may carry other signals than those that the head knew.
  tellConsentMode(store);
}

async function fetchConfig(locale: string): Promise<ConsentConfig | null> {
  const { source, base } = page().facts?.payload ?? {};
  const url = source ?? (base && `${base}/config${locale && `?locale=${encodeURIComponent(locale)}`}`);
  if (!url) return null;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-cache' });
    const answer = (await response.json()) as PagePayload | ConsentConfig;
    // The site's route answers like the page's own JSON; the CMS with the configuration itself.
    return response.ok ? ('visitor' in answer ? answer.config : answer) : null;
  } catch {
    return null;
  }
}
