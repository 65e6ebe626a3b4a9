import type { Rule } from './rule';

export const notAskedAgain: Rule = {
  number: 'C501',
  name: 'not-asked-again',
  expects: 'Who consented before a material change is asked again.',
  law: 'GDPR, Art. 4(11) and 7(1): consent is informed and specific; EDPB Guidelines 05/2020, 110',
  severity: 'serious',
  find: ({ visits, site }) =>
    visits.some(({ askedAgain }) => askedAgain?.changed === false)
      ? [
          {
            subject: { kind: 'banner', name: 'asked-again', host: null },
            message: 'A visitor who consented to an older version is not asked again',
            evidence: [
              {
                visit: 'returning',
                page: site,
                seen: 'an older version in the consent cookie, and no banner',
              },
            ],
          },
        ]
      : [],
};
