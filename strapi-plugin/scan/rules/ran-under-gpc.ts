import { findAtWork } from './at-work';
import type { Rule } from './rule';

export const ranUnderGpc: Rule = {
  number: 'C104',
  name: 'ran-under-gpc',
  expects: 'Under Global Privacy Control nothing is at work that an objection to sale and sharing is about.',
  law: 'CCPA, 11 CCR 7025; state laws of the USA that honour opt-out signals',
  severity: 'serious',
  find: ({ visits }, identities) =>
    findAtWork(identities, {
      // Under opt-in nothing may run before a choice, with or without the signal.
      visits: visits.filter(({ kind, model }) => kind === 'gpc' && model !== 'opt-in'),
      requests: ({ navigation }) => !navigation,
      entries: () => true,
      judge: ({ needsConsent, respectsGpc }) => needsConsent === true && respectsGpc,
      message: (name, { kind }) =>
        kind === 'host'
          ? `${name} is contacted despite Global Privacy Control`
          : `${name} is stored despite Global Privacy Control (${kind})`,
    }),
};
