import type { ConsentConfig, ConsentStore, PendingConfig } from '@permesso/consent-core';
import { payloadKey } from '@permesso/consent-core';
import type { PrerenderingDocument } from '../page.ts';

/** Whether nobody knows yet that a configuration still holds: then nothing optional runs by it. */
export const isPending = (config: PendingConfig | null | undefined): boolean => config?.pending === 'config';

/** Remembers for this tab's pages, whose head looks for it, which configuration is the present one. */
export function confirmConfig(config: ConsentConfig): void {
  try {
    sessionStorage.setItem(`${config.cookie.name}:config`, payloadKey(config, false));
  } catch {
    // Storage is denied: each page waits for its own answer.
  }
}

/** Calls `run` when the page is before its visitor: at once, but in a page that the browser prepares ahead. */
export function whenShown(run: () => void): void {
  if ((document as PrerenderingDocument).prerendering) {
    document.addEventListener('prerenderingchange', run, { once: true });
  } else run();
}

/** Lets a store judge by its page's own configuration, which waited for nothing but the visitor. */
export function releaseConfig(store: ConsentStore, judgeBy: (config: ConsentConfig) => void): void {
  const config: PendingConfig = store.config;
  if (!isPending(config)) return;
  delete config.pending;
  judgeBy(config);
}
