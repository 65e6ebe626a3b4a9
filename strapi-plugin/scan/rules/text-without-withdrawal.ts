import { bannerFinding } from './banner-finding';
import { wordsOf } from './banner-words';
import type { Rule } from './rule';

export const textWithoutWithdrawal: Rule = {
  number: 'C404',
  name: 'text-without-withdrawal',
  expects: 'The banner says that and how consent can be withdrawn.',
  law: 'GDPR, Art. 7(3): informed of it before giving consent',
  severity: 'moderate',
  find({ banner }) {
    const words = banner && wordsOf(banner);
    if (!words || words.withdrawal.test(banner.text)) return [];
    return [
      bannerFinding(banner, 'withdrawal', 'The banner does not say how to withdraw consent', banner.text),
    ];
  },
};
