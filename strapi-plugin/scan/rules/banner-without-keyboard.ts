import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const bannerWithoutKeyboard: Rule = {
  number: 'C303',
  name: 'banner-without-keyboard',
  expects: 'The banner can be worked by the keyboard alone.',
  law: 'Directive (EU) 2019/882 (EAA); EN 301 549, 9.2.1.1 (WCAG 2.1.1)',
  severity: 'moderate',
  find({ banner }) {
    if (!banner?.keyboard) return [];
    const { accept, refuse } = banner.keyboard;
    if (accept && refuse) return [];
    const what = !accept && !refuse ? 'Neither accepting nor refusing' : refuse ? 'Accepting' : 'Refusing';
    return [
      bannerFinding(
        banner,
        'keyboard',
        `${what} is not possible by the keyboard`,
        `Tab and Enter: accepting ${accept ? 'reached' : 'not reached'}, refusing ${refuse ? 'works' : 'does not work'}`,
      ),
    ];
  },
};
