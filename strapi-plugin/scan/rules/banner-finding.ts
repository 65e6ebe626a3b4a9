import type { BannerFacts } from '../observe/observations';
import type { Finding } from './rule';

/** A finding about the banner, or a part of it, with its picture. */
export function bannerFinding(
  { page, screenshot, manager }: BannerFacts,
  part: string,
  message: string,
  seen: string,
): Finding {
  return {
    subject: { kind: 'banner', name: part, host: null },
    message,
    evidence: [
      { visit: 'banner', page, seen: `${seen} (${manager})`, ...(screenshot ? { screenshot } : {}) },
    ],
  };
}
