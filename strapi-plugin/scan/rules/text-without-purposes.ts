import { bannerFinding } from './banner-finding';
import { wordsOf } from './banner-words';
import type { Rule } from './rule';

export const textWithoutPurposes: Rule = {
  number: 'C402',
  name: 'text-without-purposes',
  expects: 'The banner says what for.',
  law: 'GDPR, Art. 13(1)(c); EDPB Guidelines 05/2020, 64',
  severity: 'moderate',
  find({ banner }) {
    const words = banner && wordsOf(banner);
    if (!words || words.purposes.test(banner.text)) return [];
    return [
      bannerFinding(banner, 'purposes', 'The banner does not say what the data are used for', banner.text),
    ];
  },
};
