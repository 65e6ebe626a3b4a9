import type { Statistics } from '../../api/contract';
import { PAGES } from '../../plugin';
import type { Texts } from '../../texts';

export interface CurveMark {
  key: string;
  kind: 'release' | 'finding';
  /** Index of its period. */
  at: number;
  text: string;
  /** Where more is told of it. */
  to: string;
}

/** Letters of a note that stand beside its release; all of it is told there. */
const LONGEST_NOTE = 80;

/** What may have moved the curve. */
export function marksOf(
  { grain, periods, releases, findings }: Pick<Statistics, 'grain' | 'periods' | 'releases' | 'findings'>,
  { t, intl }: Pick<Texts, 't' | 'intl'>,
): CurveMark[] {
  const dates = periods.map(({ date }) => date);
  const at = (date: string) => dates.indexOf(grain === 'day' ? date : date.slice(0, 7));
  const day = (date: string) => intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
  const marks: CurveMark[] = [
    ...releases.map(({ number, date, note, restores }) => {
      const named =
        restores === null
          ? t('statistics.mark.release', { date: day(date), release: number })
          : t('statistics.mark.takenBack', { date: day(date), release: number, restores });
      return {
        key: `release ${number}`,
        kind: 'release' as const,
        at: at(date),
        text: note ? `${named} – ${shortened(note)}` : named,
        to: `${PAGES}/releases/${number}`,
      };
    }),
    ...findings.map(({ date, found }) => ({
      key: date,
      kind: 'finding' as const,
      at: at(date),
      text: t('overview.findings.day', { date: day(date), n: found }),
      to: `${PAGES}/scanner?state=any`,
    })),
  ];
  return marks.filter((mark) => mark.at >= 0);
}

const shortened = (note: string): string =>
  note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE).trimEnd()}…` : note;
