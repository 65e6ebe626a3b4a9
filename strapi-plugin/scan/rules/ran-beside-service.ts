import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranBesideService: Rule = {
  number: 'C106',
  name: 'ran-beside-service',
  expects: 'Where one service alone is granted, no other one is at work.',
  law: 'GDPR, Art. 4(11), recital 43: consent is specific',
  severity: 'serious',
  find: ({ visits }, identities) =>
    visits
      .filter(({ kind }) => kind === 'service')
      .flatMap((visit) =>
        findAtWork(identities, {
          visits: [visit],
          requests: ({ navigation, decision }) => decision === 'partly' && !navigation,
          entries: ({ decision }) => decision === 'partly',
          judge: ({ needsConsent, category, declaredBy }) =>
            needsConsent === true &&
            declaredBy.length > 0 &&
            !category?.basis &&
            !declaredBy.some(({ key }) => key === visit.service),
          message: (name) => `${name} is at work where "${visit.service}" alone was granted`,
        }),
      ),
};
