import type { ConsentConfig } from '../contract/config.ts';
import { type PagePayload, payloadKey } from '../contract/payload.ts';
import { consentModeStateFrom } from '../rules/consent-mode.ts';
import { gtag } from '../rules/consent-mode-signals.ts';
import { headTerms } from '../rules/head-terms.ts';
import { isConfig } from './config-check.ts';
import { page } from './page-state.ts';

/**
 * What holds for this visitor now; null where nobody answers with a configuration. A browser may send `Sec-GPC` and keep it
 * from scripts: the site's route says what the request carried.
 */
export async function fetchPayload(locale: string): Promise<PagePayload | null> {
  const { payload } = page().facts ?? {};
  const { source, asked = source, base, slash = '' } = payload ?? {};
  const url = asked ?? (base && `${base}/config${slash}${locale && `?locale=${encodeURIComponent(locale)}`}`);
  if (!payload || !url) return null;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-cache' });
    const answer = (await response.json()) as PagePayload | ConsentConfig;
    if (!response.ok) return null;
    // The site's route answers as the page's own JSON does, the CMS with the configuration itself, which nobody has checked.
    if ('visitor' in answer) return answer.config && { ...answer, asked: url };
    return isConfig(answer) ? { ...payloadOf(answer), gpc: payload.gpc, asked: url } : null;
  } catch {
    return null;
  }
}

const payloadOf = (config: ConsentConfig) => ({
  config,
  key: payloadKey(config, true),
  head: headTerms(config, { final: true }),
  visitor: true,
});

/** Denies every signal of Consent Mode, where the head could read nothing and so told it nothing (C1). */
export function denySignals(): void {
  gtag('consent', 'default', { ...consentModeStateFrom([], () => false), wait_for_update: 500 });
}
