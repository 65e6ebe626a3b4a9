import { isIP } from 'node:net';

/**
 * What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address. A provider gives each
 * customer a whole /64 at least (RFC 6177, BCP 157), so whoever counted full addresses would let one sender have 2^64
 * of them. An IPv4 address in IPv6 clothes (`::ffff:192.0.2.1`, RFC 4291, 2.5.5.2, and `64:ff9b::192.0.2.1`, RFC 6052)
 * is that IPv4 address; a port that a proxy wrote behind the address is left out, or each connection would count by
 * itself.
 */
export function clientNetwork(address: string): string {
  const bare = withoutPort(address.trim());
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (IPV4_PREFIXES.includes(groups.slice(0, 6).join(':')))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

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
