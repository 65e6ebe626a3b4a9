import { bannerFinding } from './banner-finding';
import { wordsOf } from './banner-words';
import type { Rule } from './rule';

export const textWithoutRecipients: Rule = {
  number: 'C403',
  name: 'text-without-recipients',
  expects: 'The banner says how many third parties take part.',
  law: 'GDPR, Art. 13(1)(e); CNIL, recommendation of 17 September 2020',
  severity: 'moderate',
  find({ banner, visits }, identities) {
    const words = banner && wordsOf(banner);
    const takesPart = visits.some(({ requests }) =>
      requests.some((request) => !request.sameSite && identities.ofRequest(request).needsConsent),
    );
    if (!words || !takesPart || words.recipients.test(banner.text)) return [];
    return [
      bannerFinding(
        banner,
        'recipients',
        'The banner does not say how many third parties take part',
        banner.text,
      ),
    ];
  },
};
