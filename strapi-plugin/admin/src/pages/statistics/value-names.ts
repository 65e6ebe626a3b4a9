import type { StatisticsValues } from '../../api/contract';
import { isTextKey, type TextKey, useTexts } from '../../texts';

export type Dimension = 'country' | 'model' | 'language' | 'source' | 'device' | 'release';

/** Its number, or its policy version where it is from before there were numbers. */
export const releaseName = ({ number, policyVersion }: StatisticsValues['releases'][number]): string =>
  number === null ? policyVersion : String(number);

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
    if (dimension === 'release') {
      const release = releases.find(({ policyVersion }) => policyVersion === key);
      if (!release) return key;
      const day = intl.formatDate(release.date, { dateStyle: 'medium', timeZone: 'UTC' });
      return `${releaseName(release)} (${day})`;
    }
    const name: string = dimension === 'device' ? `statistics.device.${key}` : `${dimension}.${key}`;
    return isTextKey(name) ? t(name satisfies TextKey) : key;
  };
}
