import { besideGrant } from './beside-grant';
import type { Rule } from './rule';

export const ranInOtherCategory: Rule = {
  number: 'C105',
  name: 'ran-in-other-category',
  expects: 'Where one category alone is granted, nothing of another one is at work.',
  law: 'GDPR, Art. 4(11), recital 43: consent is specific',
  severity: 'serious',
  find: besideGrant(
    'category',
    ({ category, declaredBy }, granted) =>
      category !== null && !declaredBy.some(({ categoryKey }) => categoryKey === granted),
  ),
};
