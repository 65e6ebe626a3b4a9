import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranBeforeChoice: Rule = {
  number: 'C101',
  name: 'ran-before-choice',
  expects: 'Nothing that needs consent is at work before a choice.',
  law: 'ePrivacy Directive, Art. 5(3); GDPR, Art. 6(1)(a)',
  severity: 'serious',
  find: ({ visits, declared }, identities) =>
    findAtWork(identities, {
      visits: visits.filter(
        ({ kind, model }) => model === 'opt-in' && (kind === 'no-choice' || kind === 'no-javascript'),
      ),
      requests: ({ navigation }) => !navigation,
      entries: () => true,
      judge({ needsConsent, known, tracker, own, category }, seen) {
        // On until it is objected to, where the site says that the law lets it be.
        if (category?.basis) return false;
        if (needsConsent !== null) return needsConsent;
        // Where a site declares what it uses, what it does not declare is found by other rules.
        if (declared || tracker || known || own) return false;
        if ('storage' in seen) return seen.storage === 'cookie' && !seen.firstParty && 'moderate';
        return 'minor';
      },
      message: (name, { kind }) =>
        kind === 'host'
          ? `${name} is contacted before a choice`
          : `${name} is stored before a choice (${kind})`,
    }),
};
