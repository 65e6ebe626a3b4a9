import { categoryOf } from '../declared';
import type { Rule } from './rule';

export const bannerMissing: Rule = {
  number: 'C301',
  name: 'banner-missing',
  expects: 'A site that uses what needs consent asks for it.',
  law: 'ePrivacy Directive, Art. 5(3); GDPR, Art. 7',
  severity: 'serious',
  find({ site, banner, visits, declared }, identities) {
    const unasked = visits.filter(({ kind }) => kind === 'no-choice');
    if (banner || unasked.length === 0 || unasked.every(({ model }) => model === 'none')) return [];
    const isDeclared = declared?.trackers.some(
      ({ categoryKey }) => !categoryOf(declared, categoryKey)?.required,
    );
    const isSeen = visits.some(
      ({ requests, entries }) =>
        requests.some((request) => !request.navigation && identities.ofRequest(request).needsConsent) ||
        entries.some((entry) => identities.ofEntry(entry).needsConsent),
    );
    if (!isDeclared && !isSeen) return [];
    return [
      {
        subject: { kind: 'banner', name: 'banner', host: null },
        message:
          'No banner was found, on a site that uses what needs consent. Where it has one, name it with --selector-banner',
        evidence: [{ visit: 'no-choice', page: site, seen: 'a page without a banner that is known' }],
      },
    ];
  },
};
