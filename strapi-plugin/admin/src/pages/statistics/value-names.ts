import { isTextKey, type TextKey, useTexts } from '../../texts';

export type Dimension = 'country' | 'model' | 'language' | 'source' | 'device' | 'release';

/** What a value of a dimension is called. */
export function useValueNames(
  releases: readonly { policyVersion: string; date: string }[],
): (dimension: Dimension, key: string) => string {
  const { t, intl, country, language } = useTexts();
  return (dimension, key) => {
    if (key === '') return t('statistics.unknown');
    if (key === 'other' && dimension !== 'device') return t('statistics.other');
    if (dimension === 'country') return country(key);
    if (dimension === 'language') return language(key);
    if (dimension === 'release') {
      const date = releases.find(({ policyVersion }) => policyVersion === key)?.date;
      return date ? `${key} (${intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' })})` : key;
    }
    const name: string = dimension === 'device' ? `statistics.device.${key}` : `${dimension}.${key}`;
    return isTextKey(name) ? t(name satisfies TextKey) : key;
  };
}
