import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const textWithoutController: Rule = {
  number: 'C401',
  name: 'text-without-controller',
  expects: 'The banner says who asks.',
  law: 'GDPR, recital 42 and Art. 13(1)(a); EDPB Guidelines 05/2020, 64',
  severity: 'moderate',
  find({ banner }) {
    if (!banner?.text || banner.siteNames.length === 0) return [];
    const text = banner.text.toLocaleLowerCase();
    if (banner.siteNames.some((name) => text.includes(name.toLocaleLowerCase()))) return [];
    const names = banner.siteNames.join(', ');
    return [bannerFinding(banner, 'controller', 'The banner does not say who asks', `none of: ${names}`)];
  },
};
