import { besideGrant } from './beside-grant';
import type { Rule } from './rule';

export const ranBesideService: Rule = {
  number: 'C106',
  name: 'ran-beside-service',
  expects: 'Where one service alone is granted, no other one is at work.',
  law: 'GDPR, Art. 4(11), recital 43: consent is specific',
  severity: 'serious',
  find: besideGrant(
    'service',
    ({ declaredBy }, granted) => declaredBy.length > 0 && !declaredBy.some(({ key }) => key === granted),
  ),
};
