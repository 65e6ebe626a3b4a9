/*
 * Where a tracker is reached (`TRACKER_HOST`): a name, or `*.` and a name for all hosts below it, and perhaps the beginning of
 * a path. The one place that says which address fits which pattern.
 */

/** Longer than any path of a pattern: hosts count before paths. */
const PATH_WEIGHT = 4096;

/** How well an address fits a pattern, a longer host before a longer path; 0 where it does not. */
export function patternFit({ hostname, pathname, search }: URL, pattern: string): number {
  const slash = pattern.indexOf('/');
  const name = slash === -1 ? pattern : pattern.slice(0, slash);
  const path = slash === -1 ? '' : pattern.slice(slash);
  // A dot at its end makes a name no other one.
  const host = hostname.replace(/\.$/, '');
  const fits = name.startsWith('*.') ? host.endsWith(name.slice(1)) && host !== name.slice(2) : host === name;
  if (!fits || !`${pathname}${search}`.startsWith(path)) return 0;
  return name.replace('*.', '').length * PATH_WEIGHT + Math.min(path.length, PATH_WEIGHT - 1);
}

/**
 * Whether an address is on one of the site's own hosts.
 *
 * @param own with their ports; `*.` and a name for all below it
 */
export const isOnHosts = ({ host, hostname }: URL, own: readonly string[]): boolean =>
  own.some((one) => (one.startsWith('*.') ? hostname.endsWith(one.slice(1)) : host === one));

/** What fits an address best; several where they fit it equally well. */
export function bestFits<T extends { hosts?: readonly string[] }>(address: URL, among: readonly T[]): T[] {
  let best: T[] = [];
  let highest = 1;
  for (const one of among) {
    const fit = Math.max(0, ...(one.hosts ?? []).map((pattern) => patternFit(address, pattern)));
    if (fit > highest) best = [];
    if (fit >= highest) best.push(one);
    highest = Math.max(highest, fit);
  }
  return best;
}

/**
 * The addresses of other hosts that a text names, each once, as far as their path goes; null for one that cannot be read, which it may be in
 * another encoding.
 */
export function addressesIn(text: string): (URL | null)[] {
  const found =
    text.match(
      /(?:https?:)?\/\/[a-z\d.\u0080-\uffff-]+\.[a-z\u0080-\uffff]{2,}(?::\d+)?(?:\/[^\s"'`<>\\)]*)?/gi,
    ) ?? [];
  return [...new Set(found)].map((address) => (URL.canParse(address, SITE) ? new URL(address, SITE) : null));
}

/**
 * What code names as a host without writing an address, as text or at a slash: some put their address together from parts. A name that
 * begins by a dot is the end of a longer one.
 */
export function namesIn(text: string): URL[] {
  const found = text.match(/(?<=["'`/])\.?(?:[a-z\d-]+\.)+[a-z]{2,}(?![\w.-])(?:\/[^\s"'`<>\\)]*)?/gi) ?? [];
  return [...new Set(found)].flatMap((name) => {
    const address = `https://${name.startsWith('.') ? 'some' : ''}${name}`;
    return URL.canParse(address) ? [new URL(address)] : [];
  });
}

/** Gives an address without a scheme one. */
const SITE = 'https://site.invalid';

/** The hosts that a text names in addresses, each once. */
export function hostsIn(text: string): string[] {
  return [...new Set(addressesIn(text).flatMap((address) => address?.hostname ?? []))];
}
