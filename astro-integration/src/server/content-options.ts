import options from 'virtual:consent/site';
import type { GateHtmlOptions } from '@permesso/consent-core/content';

/** How content of an answer is gated, by the options of the integration. */
export const contentOptions = (
  address: string,
): Pick<GateHtmlOptions, 'unknown' | 'own' | 'opens' | 'warn' | 'blocked'> => ({
  unknown: options.unknownHosts,
  own: options.ownHosts,
  // A server island comes later than its page, whose runtime then opens what is granted.
  opens: !address.includes('/_server-islands/'),
  warn: warnOnce,
  blocked: warnOfBlocked,
});

const told = new Set<string>();

/** What loads does so with every visit. */
export function warnOnce(message: string): void {
  if (told.has(message)) return;
  told.add(message);
  console.warn(`[consent] ${message}`);
}

const blockedHosts = new Set<string>();

/** They may come from what visitors write. */
const MOST_HOSTS = 100;

function warnOfBlocked(host: string): void {
  if (blockedHosts.size >= MOST_HOSTS) return;
  blockedHosts.add(host);
  warnOnce(
    `Nobody sees what content shows from ${host}, as no tracker names it: add it to ownHosts if it is the site's own, such as the host of Strapi's uploads, else to the hosts of a tracker`,
  );
}
