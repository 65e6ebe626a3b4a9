import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const survivedWithdrawal: Rule = {
  number: 'C103',
  name: 'survived-withdrawal',
  expects: 'Nothing that needs consent is left at work after a withdrawal, and what it stored is gone.',
  law: 'GDPR, Art. 7(3)',
  severity: 'serious',
  find: ({ visits }, identities) =>
    findAtWork(identities, {
      visits: visits.filter(({ kind }) => kind === 'withdraw'),
      requests: ({ navigation, decision }) => decision === 'withdrawn' && !navigation,
      entries: ({ decision }) => decision === 'withdrawn',
      judge({ needsConsent }, seen) {
        if (needsConsent !== true) return false;
        // What another site has stored is out of the reach of this one.
        return 'storage' in seen && !seen.firstParty ? 'info' : true;
      },
      message: (name, { kind }) =>
        kind === 'host'
          ? `${name} is contacted after the withdrawal`
          : `${name} is still stored after the withdrawal (${kind})`,
    }),
};
