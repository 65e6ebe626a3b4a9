import type { ConsentConfig } from '@permesso/consent-core';
import type { PagePayload } from '../head/payload.ts';
import { page } from './page.ts';

/** The configuration of this visitor as it is now; null where nobody answers with one. */
export async function fetchConfig(locale: string): Promise<ConsentConfig | null> {
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
