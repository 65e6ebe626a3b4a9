import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranAfterRefusal: Rule = {
  number: 'C102',
  name: 'ran-after-refusal',
  expects: 'Nothing that needs consent is at work after it was refused.',
  law: 'ePrivacy Directive, Art. 5(3); GDPR, Art. 6(1)(a)',
  severity: 'serious',
  find: ({ visits }, identities) =>
    findAtWork(identities, {
      visits: visits.filter(({ kind }) => kind === 'reject'),
      requests: ({ navigation, decision }) => decision === 'refused' && !navigation,
      entries: ({ decision }) => decision === 'refused',
      judge: ({ needsConsent }) => needsConsent === true,
      message: (name, { kind }) =>
        kind === 'host'
          ? `${name} is contacted after everything was refused`
          : `${name} is stored after everything was refused (${kind})`,
    }),
};
