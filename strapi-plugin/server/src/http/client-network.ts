import { isIP } from 'node:net';

/** How wide a network is: an IPv4 address by itself, or the leading bits of an IPv6 address. */
export const NETWORK_TIERS = ['ipv4', '/64', '/56', '/48'] as const;

export type NetworkTier = (typeof NETWORK_TIERS)[number];

/** A network in which a caller is. */
export interface ClientNetwork {
  tier: NetworkTier;
  /** The address itself, or the prefix with its length. What is no address stands for itself. */
  name: string;
}

/**
 * The networks of a caller, the narrowest first: an IPv4 address, or of an IPv6 address its /64, /56 and /48. A provider
 * gives each customer a whole /64 at least (RFC 6177, BCP 157), so whoever counted full addresses would let one sender have
 * 2^64 of them; many give a /56 or a /48 (RIPE-690), so whoever counted /64 alone would let it have 256 or 65,536. An IPv4
 * address in IPv6 clothes (`::ffff:192.0.2.1`, RFC 4291, 2.5.5.2, and `64:ff9b::192.0.2.1`, RFC 6052) is that IPv4 address;
 * a port that a proxy wrote behind the address is left out, or each connection would count by itself.
 */
export function clientNetworks(address: string): [ClientNetwork, ...ClientNetwork[]] {
  const bare = withoutPort(address.trim());
  if (isIP(bare) !== 6) return [{ tier: 'ipv4', name: bare }];
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (IPV4_PREFIXES.includes(groups.slice(0, 6).join(':')))
    return [{ tier: 'ipv4', name: [high >> 8, high & 255, low >> 8, low & 255].join('.') }];
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  return [
    { tier: '/64', name: prefix([first, second, third, fourth], 64) },
    { tier: '/56', name: prefix([first, second, third, fourth & 0xff00], 56) },
    { tier: '/48', name: prefix([first, second, third], 48) },
  ];
}

const prefix = (groups: number[], length: number): string =>
  `${groups.map((group) => group.toString(16)).join(':')}::/${length}`;

/** The first 96 bits of an IPv4 address that is written as an IPv6 one. */
const IPV4_PREFIXES = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
].map((groups) => groups.join(':'));

/** `192.0.2.1:443` and `[2001:db8::1]:443` without brackets and port; any other text as it is. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^\[(.+)\](?::\d+)?$|^((?:\d+\.){3}\d+):\d+$/.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
}

/** The eight groups of a valid IPv6 address; its zone (`%eth0`) is left out. */
function groupsOf(address: string): number[] {
  const [hex = ''] = address.split('%');
  const [head = '', tail] = hex.split('::').map(dottedAsHex);
  const [before, after] = [numbersOf(head), numbersOf(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const numbersOf = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

/** The last 32 bits may be written as an IPv4 address. */
const dottedAsHex = (part: string): string =>
  part.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
