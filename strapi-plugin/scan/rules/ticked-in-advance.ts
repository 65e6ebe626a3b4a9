import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const tickedInAdvance: Rule = {
  number: 'C306',
  name: 'ticked-in-advance',
  expects: 'No optional choice is ticked before the visitor ticks it.',
  law: 'CJEU C-673/17 (Planet49); GDPR, recital 32',
  severity: 'serious',
  find({ banner, visits, declared }) {
    const model = visits.find(({ kind }) => kind === 'no-choice')?.model ?? 'opt-in';
    if (!banner || model !== 'opt-in') return [];
    // What rests on anything but consent is on until it is objected to.
    const others = (declared?.categories ?? []).filter(({ basis }) => basis).map(({ label }) => label);
    const ticked = banner.ticked.filter((name) => !others.includes(name));
    if (ticked.length === 0) return [];
    const names = ticked.join(', ');
    return [bannerFinding(banner, 'ticked', `Ticked before any choice: ${names}`, `checked boxes: ${names}`)];
  },
};
