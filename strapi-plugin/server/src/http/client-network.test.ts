import { describe, expect, it } from 'vitest';
import { clientNetworks } from './client-network';

/** What the narrowest limit counts. */
const clientNetwork = (address: string) => clientNetworks(address)[0].name;

describe('what the limit counts as one client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9c::192.0.2.33', '64:ff9c:0:0::/64'],
  ])('%s counts as %s', (address, counted) => {
    expect(clientNetwork(address)).toBe(counted);
  });

  it.each([
    '::ffff:192.0.2.1',
    '::FFFF:c000:0201',
    '0:0:0:0:0:ffff:192.0.2.1',
    '192.0.2.1:50412',
    '[::ffff:192.0.2.1]:80',
    '64:ff9b::c000:201',
  ])('%s is the IPv4 address 192.0.2.1', (address) => {
    expect(clientNetwork(address)).toBe('192.0.2.1');
  });

  it('is in the wider networks of its /64, too, and of an IPv4 address in none', () => {
    expect(clientNetworks('2001:db8:1:02fe::9')).toEqual([
      { tier: '/64', name: '2001:db8:1:2fe::/64' },
      { tier: '/56', name: '2001:db8:1:200::/56' },
      { tier: '/48', name: '2001:db8:1::/48' },
    ]);
    expect(clientNetworks('::ffff:192.0.2.1')).toEqual([{ tier: 'ipv4', name: '192.0.2.1' }]);
  });

  it('a port does not make another client', () => {
    expect(clientNetwork('[2001:db8:1:2::9]:50413')).toBe(clientNetwork('2001:db8:1:2::1'));
  });

  it.each(['', 'unknown', '_hidden', '1:2'])('what is no address, as "%s", counts by its text', (text) => {
    expect(clientNetwork(text)).toBe(text);
  });
});
