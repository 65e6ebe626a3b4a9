import type { ConsentState } from '@permesso/consent-astro/server';

/** What a visitor granted, in words: every framework of the page shows the same. */
export function granted({ status, decisions }: ConsentState): string {
  const keys = Object.keys(decisions).filter((key) => decisions[key]);
  return `${status}: ${keys.join(', ') || '–'}`;
}
