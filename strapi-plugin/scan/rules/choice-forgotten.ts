import type { Rule } from './rule';

export const choiceForgotten: Rule = {
  number: 'C505',
  name: 'choice-forgotten',
  expects: 'Who has decided is not asked again as long as nothing has changed.',
  law: 'CNIL, recommendation of 17 September 2020: a choice is kept; EDPB Guidelines 03/2022 (continuous prompting)',
  severity: 'moderate',
  find: ({ visits, site }) =>
    visits.some(({ askedAgain }) => askedAgain?.unchanged)
      ? [
          {
            subject: { kind: 'banner', name: 'choice', host: null },
            message: 'A visitor who has decided is asked again on the next page',
            evidence: [{ visit: 'returning', page: site, seen: 'the banner, after a decision' }],
          },
        ]
      : [],
};
