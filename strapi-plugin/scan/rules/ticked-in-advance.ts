import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const tickedInAdvance: Rule = {
  number: 'C306',
  name: 'ticked-in-advance',
  expects: 'No optional choice is ticked before the visitor ticks it.',
  law: 'CJEU C-673/17 (Planet49); GDPR, recital 32',
  severity: 'serious',
  find({ banner, visits }) {
    const model = visits.find(({ kind }) => kind === 'no-choice')?.model ?? 'opt-in';
    if (!banner || banner.ticked.length === 0 || model !== 'opt-in') return [];
    const names = banner.ticked.join(', ');
    return [bannerFinding(banner, 'ticked', `Ticked before any choice: ${names}`, `checked boxes: ${names}`)];
  },
};
