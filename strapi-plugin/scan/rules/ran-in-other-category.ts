import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranInOtherCategory: Rule = {
  number: 'C105',
  name: 'ran-in-other-category',
  expects: 'Where one category alone is granted, nothing of another one is at work.',
  law: 'GDPR, Art. 4(11), recital 43: consent is specific',
  severity: 'serious',
  find: ({ visits }, identities) =>
    visits
      .filter(({ kind }) => kind === 'category')
      .flatMap((visit) =>
        findAtWork(identities, {
          visits: [visit],
          requests: ({ navigation, decision }) => decision === 'partly' && !navigation,
          entries: ({ decision }) => decision === 'partly',
          judge: ({ needsConsent, category, declaredBy }) =>
            needsConsent === true &&
            category !== null &&
            !category.basis &&
            !declaredBy.some(({ categoryKey }) => categoryKey === visit.category),
          message: (name) => `${name} is at work where "${visit.category}" alone was granted`,
        }),
      ),
};
