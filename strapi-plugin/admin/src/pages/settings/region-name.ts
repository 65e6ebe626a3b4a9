import { useTexts } from '../../texts';

/** A region as people call it: "California (US-CA)" stays a code where no name is known. */
export function useRegionName(): (region: string) => string {
  const { t, country } = useTexts();
  return (region) => {
    if (region === 'EEA') return `${t('settings.region.eea')} (EEA)`;
    const [code = '', part] = region.split('-');
    const name = /^[A-Z]{2}$/.test(code) ? country(code) : code;
    return part ? `${name}, ${part} (${region})` : `${name} (${region})`;
  };
}
