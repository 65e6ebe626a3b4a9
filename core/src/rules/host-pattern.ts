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

/** The addresses of other hosts that a text names, each once, as far as their path goes. */
export function addressesIn(text: string): URL[] {
  const found = text.match(/(?:https?:)?\/\/[a-z\d.-]+\.[a-z]{2,}(?::\d+)?(?:\/[^\s"'`<>\\)]*)?/gi) ?? [];
  return [...new Set(found)].flatMap((address) =>
    URL.canParse(address, SITE) ? [new URL(address, SITE)] : [],
  );
}

/** Gives an address without a scheme one. */
const SITE = 'https://site.invalid';

/** The hosts that a text names in addresses, each once. */
export function hostsIn(text: string): string[] {
  return [...new Set(addressesIn(text).map(({ hostname }) => hostname))];
}
