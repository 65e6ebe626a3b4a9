import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranUnderGpc: Rule = {
  number: 'C104',
  name: 'ran-under-gpc',
  expects: 'Under Global Privacy Control nothing is at work that an objection to sale and sharing is about.',
  law: 'CCPA, 11 CCR 7025; state laws of the USA that honour opt-out signals',
  severity: 'serious',
  find: ({ visits }, identities) =>
    [true, false].flatMap((isOptIn) =>
      findAtWork(identities, {
        visits: visits.filter(({ kind, model }) => kind === 'gpc' && (model === 'opt-in') === isOptIn),
        requests: ({ navigation }) => !navigation,
        entries: () => true,
        // Under opt-in the signal is about what is on without consent: nothing else may run before a choice, with or without it.
        judge: ({ needsConsent, respectsGpc, category }) =>
          needsConsent === true && respectsGpc && (!isOptIn || category?.basis !== undefined),
        message: (name, { kind }) =>
          kind === 'host'
            ? `${name} is contacted despite Global Privacy Control`
            : `${name} is stored despite Global Privacy Control (${kind})`,
      }),
    ),
};
