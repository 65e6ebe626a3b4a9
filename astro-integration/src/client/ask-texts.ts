import { payloadKey } from '@permesso/consent-core';
import { fetchConfig } from './fetch-config.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';

/**
 * Asks for the texts that the page left out. A page without a store stays so while the configuration is the one that
 * its head judged by; another one is judged anew. Without an answer all stays as it is.
 */
export async function askTexts(): Promise<void> {
  const { facts } = page();
  const config = await fetchConfig(facts?.payload.config?.locale ?? '');
  if (!facts || !config) return;
  if (!page().store && payloadKey(config, true) === facts.payload.key) {
    facts.payload.config = config;
    delete facts.payload.brief;
    return;
  }
  await new Promise<void>((resolve) => {
    withPart('store', ({ pageStore, adoptConfig }) => {
      adoptConfig(pageStore(), config);
      resolve();
    });
  });
}
