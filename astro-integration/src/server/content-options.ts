import options from 'virtual:consent/site';
import type { GateHtmlOptions } from '@permesso/consent-core/content';

/** How content of an answer is gated, by the options of the integration. */
export const contentOptions = (
  address: string,
): Pick<GateHtmlOptions, 'unknown' | 'own' | 'opens' | 'warn'> => ({
  unknown: options.unknownHosts,
  own: options.ownHosts,
  // A server island comes later than its page, whose runtime then opens what is granted.
  opens: !address.includes('/_server-islands/'),
  warn: warnOnce,
});

const told = new Set<string>();

/** What loads does so with every visit. */
export function warnOnce(message: string): void {
  if (told.has(message)) return;
  told.add(message);
  console.warn(`[consent] ${message}`);
}
