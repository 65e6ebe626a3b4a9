import type { IntlShape } from 'react-intl';
import type { StatisticsValues } from '../../api/contract';
import { isTextKey, type TextKey, useTexts } from '../../texts';

export type Dimension = 'country' | 'model' | 'language' | 'source' | 'device' | 'release';

/** So many releases are named of those that served the same. */
const NAMED = 3;

/**
 * What a policy version is called: decisions are told apart by it, and several releases may have the same. The last of
 * them by their numbers, with the day of the newest.
 *
 * @param releases the newest first
 */
export const namesOfReleases =
  (releases: StatisticsValues['releases'], intl: IntlShape) =>
  (version: string): string => {
    const same = releases.filter(({ policyVersion }) => policyVersion === version);
    const [newest] = same;
    if (!newest) return version;
    const day = intl.formatDate(newest.date, { dateStyle: 'medium', timeZone: 'UTC' });
    const numbers = same.slice(0, NAMED).map(({ number }) => number);
    return `${same.length > NAMED ? '… ' : ''}${numbers.reverse().join(', ')} (${day})`;
  };

/** What a value of a dimension is called. */
export function useValueNames(
  releases: StatisticsValues['releases'],
): (dimension: Dimension, key: string) => string {
  const { t, intl, country, language } = useTexts();
  return (dimension, key) => {
    if (key === '') return t('statistics.unknown');
    if (key === 'other' && dimension !== 'device') return t('statistics.other');
    if (dimension === 'country') return country(key);
    if (dimension === 'language') return language(key);
    if (dimension === 'release') return namesOfReleases(releases, intl)(key);
    const name: string = dimension === 'device' ? `statistics.device.${key}` : `${dimension}.${key}`;
    return isTextKey(name) ? t(name satisfies TextKey) : key;
  };
}
