import type { TrackerCookie } from '@permesso/consent-core';
import { contentHash } from '../content/hash';
import { compare, type Localized } from '../content/localized';
import type { TrackerRow } from '../content/site-content';

/**
 * What a tracker does, as one hash: an assessment is about that, and not about whatever stands in the same document later. Names and
 * texts for visitors are left out; so is what differs from language to language. What says nothing is the same as what is empty, and the
 * order of hosts and cookies counts for nothing: a release keeps both otherwise than the database does.
 */
export function trackerHash({ shared }: Localized<TrackerRow>): string {
  return contentHash({
    kind: shared.kind,
    vendor: shared.vendor || null,
    hosts: [...(shared.hosts ?? [])].sort(compare),
    loader: {
      src: shared.loaderSrc || null,
      inline: shared.loaderInline || null,
      strategy: shared.loaderStrategy ?? 'afterDecision',
      attributes: shared.loaderAttributes ?? {},
      adapter: shared.adapter || null,
    },
    consentModeManaged: shared.consentModeManaged ?? false,
    cookies: (shared.cookies ?? []).map(cookieOf).sort(byPlace),
  });
}

const cookieOf = ({ name, storage, domain }: TrackerCookie) => ({ name, storage, domain: domain || null });

type CookieOfTracker = ReturnType<typeof cookieOf>;

const byPlace = (a: CookieOfTracker, b: CookieOfTracker): number =>
  compare(a.name, b.name) || compare(a.storage, b.storage) || compare(a.domain ?? '', b.domain ?? '');
