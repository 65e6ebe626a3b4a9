import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

/** Milliseconds after the first paint in which nobody can do much on a page. */
const LATEST = 1_000;

export const bannerLate: Rule = {
  number: 'C302',
  name: 'banner-late',
  expects: 'The banner is there with the first paint, or soon after.',
  law: 'GDPR, Art. 7: who uses the page has been asked',
  severity: 'minor',
  find: ({ banner }) =>
    banner?.delay != null && banner.delay > LATEST
      ? [
          bannerFinding(
            banner,
            'delay',
            `The banner comes ${(banner.delay / 1000).toFixed(1)} s after the page was first painted`,
            `first paint to banner: ${banner.delay} ms`,
          ),
        ]
      : [],
};
