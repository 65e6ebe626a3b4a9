/** Addresses by the host with all below it, and what path and query begin with: `example.com/path`. */
import { patternFit } from '@permesso/consent-core';

/** How well an address fits a pattern, the longer host before the longer path; 0 where it does not. */
export function fits(address: string, pattern: string): number {
  if (!URL.canParse(address)) return 0;
  const url = new URL(address);
  return Math.max(patternFit(url, pattern), patternFit(url, `*.${pattern}`));
}
