import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const undeclaredEntry: Rule = {
  number: 'C201',
  name: 'undeclared-entry',
  expects: 'Every cookie and storage entry is declared.',
  law: 'GDPR, Art. 13; ePrivacy Directive, Art. 5(3): clear and comprehensive information',
  severity: 'moderate',
  find: ({ visits, declared }, identities) =>
    declared === null
      ? []
      : findAtWork(identities, {
          visits,
          // Service workers and their caches cannot be declared: what they bring is seen as requests.
          entries: ({ storage }) => storage !== 'cacheStorage' && storage !== 'serviceWorker',
          judge: ({ tracker, own }) => !tracker && !own,
          message: (name, { kind, host }) => `${name} is stored for ${host} and not declared (${kind})`,
        }),
};
