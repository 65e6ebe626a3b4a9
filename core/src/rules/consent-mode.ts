import type { ConsentCategory, ConsentConfig, ConsentModel } from '../contract/config.ts';
import type { ConsentModeDefault, ConsentModeState, ConsentModeTerms } from '../contract/payload.ts';
import { ALL_CONSENT_MODE_SIGNALS } from '../contract/values.ts';
import { gtag, type HasConsent } from './consent-mode-signals.ts';
import { modeTerms } from './consent-mode-terms.ts';
import { defaultDecisions, isGranted } from './resolve.ts';
import { signalNames } from './service-rules.ts';

/**
 * The state of every signal. A signal is granted where a category carries it and all that carry it are
 * granted; `security_storage` always is.
 *
 * @param config by which single services that read signals are asked for, too
 */
export const consentModeStateFrom = (
  categories: readonly ConsentCategory[],
  has: HasConsent,
  config?: ConsentConfig,
): ConsentModeState =>
  Object.fromEntries(
    ALL_CONSENT_MODE_SIGNALS.map((signal) => {
      const needed = categories.filter((category) => category.consentModeSignals.includes(signal));
      const isOn = ({ key }: ConsentCategory) => (config ? signalNames(key, config) : [key]).every(has);
      const granted = signal === 'security_storage' || (needed[0] && needed.every(isOn));
      return [signal, granted ? 'granted' : 'denied'];
    }),
  ) as ConsentModeState;

/** Places with one model, as `consentModeRegions` gives them. */
export type ConsentModeRegions = readonly { model: ConsentModel; region: readonly string[] }[];

const defaultsIn = (config: ConsentConfig, regions: ConsentModeRegions, gpc: boolean) =>
  regions.map(({ model, region }): ConsentModeDefault => {
    const there = { ...config, jurisdiction: { country: null, model } };
    const basis = { model, status: 'undecided', decisions: defaultDecisions(there, gpc) } as const;
    return {
      ...consentModeStateFrom(config.categories, (key) => isGranted(basis, there, key)),
      region: [...region],
      wait_for_update: config.consentMode.waitForUpdateMs,
    };
  });

/** The defaults of places where nothing more is known of the visitor than the signal: without it, and with it. */
export const regionDefaults = (
  config: ConsentConfig,
  regions: ConsentModeRegions,
): ConsentModeTerms['regions'] => [defaultsIn(config, regions, false), defaultsIn(config, regions, true)];

/**
 * Condenses a config to what Consent Mode needs; null when it is off.
 *
 * @param regions defaults for places, for a page that is the same for every visitor
 */
export const consentModeTerms = (
  config: ConsentConfig,
  regions: ConsentModeRegions = [],
): ConsentModeTerms | null => modeTerms(config, regionDefaults(config, regions));

/**
 * Pushes the defaults to `dataLayer`: before any tag, once per document. What `startConsentMode` sends of them,
 * without the code for regions, which a page that knows its visitor need not carry.
 */
export const emitConsentModeDefault = (config: ConsentConfig, has: HasConsent): void => {
  const mode = config.consentMode;
  if (!mode.enabled) return;
  gtag('consent', 'default', {
    ...consentModeStateFrom(config.categories, has, config),
    wait_for_update: mode.waitForUpdateMs,
  });
  if (mode.adsDataRedaction) gtag('set', 'ads_data_redaction', true);
  if (mode.urlPassthrough) gtag('set', 'url_passthrough', true);
};

/** Pushes what is granted now to `dataLayer`: after each decision, and on each page of a visitor who decided. */
export const emitConsentModeUpdate = (config: ConsentConfig, has: HasConsent): void => {
  if (config.consentMode.enabled)
    gtag('consent', 'update', consentModeStateFrom(config.categories, has, config));
};
