import type { ConsentConfig, ConsentCookieV1 } from '../contract/config.ts';
import { type ConsentModeRegions, consentModeTerms } from './consent-mode.ts';
import { startConsentMode } from './consent-mode-signals.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { isGranted, type ResolveOptions, resolveConsent } from './resolve.ts';
import { isInForce } from './terms.ts';

/**
 * The text of an inline script for the start of the head: the defaults, and the stored choice as `update`.
 * Empty when Consent Mode is off.
 *
 * @param options.gpc when not given, the script asks the browser
 * @param options.regions defaults for places, for a page that is the same for every visitor; a stored choice
 *   makes them needless
 */
export const consentModeDefaultScript = (
  config: ConsentConfig,
  cookie?: string | ConsentCookieV1 | null,
  options: Pick<ResolveOptions, 'gpc' | 'now'> & { regions?: ConsentModeRegions } = {},
): string => {
  const terms = consentModeTerms(config, options.regions);
  if (!terms) return '';
  const found = cookie && isInForce(config) && decodeConsentCookie(encodeConsentCookie(cookie));
  const callsWith = (gpc: boolean) => {
    const resolved = resolveConsent(cookie, config, { gpc, now: options.now });
    let calls = '';
    startConsentMode(
      terms,
      (key) => isGranted(resolved, config, key),
      gpc,
      found,
      (...command) => {
        calls += `gtag(${command.map(literal).join(',')});`;
      },
    );
    return calls;
  };
  const withSignal = callsWith(options.gpc ?? true);
  const without = callsWith(options.gpc ?? false);
  const calls =
    withSignal === without
      ? without
      : `if(w.navigator&&w.navigator.globalPrivacyControl===true){${withSignal}}else{${without}}`;
  return `(function(w){w.dataLayer=w.dataLayer||[];function gtag(){w.dataLayer.push(arguments)}${calls}})(window);`;
};

/** A value in script text; `<` is escaped, so that none can end the script element. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
