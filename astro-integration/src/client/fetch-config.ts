import type { ConsentConfig, PagePayload } from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';

/**
 * The configuration of this visitor as it is now; null where nobody answers with one. A signal that the request carried
 * is known to the page by then: a browser may send `Sec-GPC` and keep it from scripts.
 */
export async function fetchConfig(locale: string): Promise<ConsentConfig | null> {
  const { facts } = page();
  const { source, base, slash = '' } = facts?.payload ?? {};
  const url =
    source ?? (base && `${base}/config${slash}${locale && `?locale=${encodeURIComponent(locale)}`}`);
  if (!url) return null;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-cache' });
    const answer = (await response.json()) as PagePayload | ConsentConfig;
    if (!response.ok) return null;
    // The site's route answers like the page's own JSON, checked; the CMS with the configuration itself.
    if (!('visitor' in answer)) return await checked(answer);
    if (facts) facts.gpc ||= answer.gpc;
    return answer.config;
  } catch {
    return null;
  }
}

/** Null where it is no configuration, or where what would tell does not come. */
const checked = (answer: ConsentConfig) =>
  new Promise<ConsentConfig | null>((resolve) => {
    withPart(
      'check',
      (isConfig) => resolve(isConfig(answer) ? answer : null),
      () => resolve(null),
    );
  });
