/** Addresses by the host with all below it, and what path and query begin with: `example.com/path`. */

/** How well an address fits a pattern: the length of the pattern, or 0 where it does not. */
export function fits(address: string, pattern: string): number {
  if (!URL.canParse(address)) return 0;
  const { hostname, pathname, search } = new URL(address);
  const slash = pattern.indexOf('/');
  const host = slash === -1 ? pattern : pattern.slice(0, slash);
  const path = slash === -1 ? '' : pattern.slice(slash);
  const isHost = hostname === host || hostname.endsWith(`.${host}`);
  return isHost && `${pathname}${search}`.startsWith(path) ? pattern.length : 0;
}

/** The hosts that a text names in addresses, with the variables of a preset left out. */
export function hostsIn(text: string): string[] {
  const addresses = text.match(/(?:https?:)?\/\/[a-z\d.-]+\.[a-z]{2,}(?::\d+)?/gi) ?? [];
  return addresses.map((address) => new URL(address, 'https://site.invalid').hostname);
}
