import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const undeclaredHost: Rule = {
  number: 'C202',
  name: 'undeclared-host',
  expects: 'Every third party that the site contacts is declared.',
  law: 'GDPR, Art. 13(1)(e): recipients',
  severity: 'moderate',
  find: ({ visits, declared }, identities) =>
    declared === null
      ? []
      : findAtWork(identities, {
          visits,
          requests: ({ sameSite, navigation }) => !sameSite && !navigation,
          judge({ tracker, own, known }) {
            if (tracker || own) return false;
            // Known, and for nothing that one would ask consent for.
            return known && (known.category === null || known.category === 'necessary') ? 'minor' : true;
          },
          message: (name) => `${name} is contacted and not declared`,
        }),
};
