import type { ConsentConfig } from '../contract/config.ts';
import type { ConsentModeTerms } from '../contract/payload.ts';
import { ALL_CONSENT_MODE_SIGNALS } from '../contract/values.ts';
import { signalNames } from './service-rules.ts';

/**
 * Condenses a config to what Consent Mode needs; null when it is off.
 *
 * @param regions see `ConsentModeTerms`; none for a page that knows its visitor
 */
export const modeTerms = (
  config: ConsentConfig,
  regions: ConsentModeTerms['regions'] = [[], []],
): ConsentModeTerms | null => {
  const { enabled, adsDataRedaction, urlPassthrough, waitForUpdateMs } = config.consentMode;
  if (!enabled) return null;
  return {
    signals: Object.fromEntries(
      ALL_CONSENT_MODE_SIGNALS.map((signal) => {
        const names = config.categories
          .filter((category) => category.consentModeSignals.includes(signal))
          .flatMap(({ key }) => signalNames(key, config));
        return [signal, signal === 'security_storage' ? [] : names.length ? names : null];
      }),
    ),
    wait: { wait_for_update: waitForUpdateMs },
    set: [
      ...(adsDataRedaction ? ['ads_data_redaction'] : []),
      ...(urlPassthrough ? ['url_passthrough'] : []),
    ],
    regions,
  };
};
