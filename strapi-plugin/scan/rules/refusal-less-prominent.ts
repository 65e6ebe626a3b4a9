import type { ButtonLook } from '../observe/observations';
import { bannerFinding } from './banner-finding';
import type { Rule } from './rule';

export const refusalLessProminent: Rule = {
  number: 'C305',
  name: 'refusal-less-prominent',
  expects: 'What refuses is as large, as legible and as much a button as what accepts.',
  law: 'EDPB Cookie Banner Taskforce, report of 17 January 2023; GDPR, Art. 7(3); CNIL, recommendation of 17 September 2020',
  severity: 'moderate',
  find({ banner }) {
    if (!banner?.accept || !banner.refuse) return [];
    const lacks = weaknesses(banner.accept, banner.refuse);
    if (lacks.length === 0) return [];
    const message = `"${banner.refuse.text}" is less prominent than "${banner.accept.text}": ${lacks.join('; ')}`;
    return [
      bannerFinding(
        banner,
        'prominence',
        message,
        `${inNumbers(banner.accept)} against ${inNumbers(banner.refuse)}`,
      ),
    ];
  },
};

/** Text that can be read by most (WCAG 2.2, 1.4.3). */
const LEGIBLE = 4.5;

function weaknesses(accept: ButtonLook, refuse: ButtonLook): string[] {
  const area = ({ width, height }: ButtonLook) => width * height;
  return [
    // Words of other lengths make buttons of other widths.
    area(refuse) < area(accept) * 0.7 && 'it is smaller',
    refuse.fontSize < accept.fontSize * 0.95 && 'its text is smaller',
    refuse.fontWeight <= accept.fontWeight - 200 && 'its text is thinner',
    refuse.textContrast < LEGIBLE && accept.textContrast >= LEGIBLE && 'its text is hard to read',
    refuse.shapeContrast < 1.1 && accept.shapeContrast >= 1.5 && 'it does not look like a button',
    !refuse.inView && accept.inView && 'it is out of view',
  ].filter((lack) => lack !== false);
}

const inNumbers = (look: ButtonLook): string =>
  `"${look.text}" ${look.width} × ${look.height} px, ${look.fontSize} px/${look.fontWeight}, ` +
  `contrast ${look.textContrast}, shape ${look.shapeContrast}`;
