import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { dayOf } from '../evidence/day';
import type { NetworkTag } from '../evidence/quarantine';
import { appKeys } from '../http/app-keys';
import { clientNetworks } from '../http/client-network';

/**
 * Tags the networks of an address by HMAC. The key comes from the app's keys, which no database holds: whoever has the
 * database alone cannot try all addresses. Each UTC day has its own, so the tags of two days say nothing of each other, and
 * nobody is followed from day to day. Without keys of the app it is random, and each process tags by itself.
 */
export function networkTagging(strapi: Core.Strapi): (address: string, now: Date) => NetworkTag[] {
  const secret = appKeys(strapi) ?? randomBytes(32);
  let known: { day: string; key: KeyObject } | null = null;
  return (address, now) => {
    const day = dayOf(now);
    if (known?.day !== day) {
      const key = createHmac('sha256', secret).update(`consent: networks of ${day}`).digest();
      known = { day, key: createSecretKey(key) };
    }
    const { key } = known;
    return clientNetworks(address).map(({ tier, name }) => ({
      tier,
      tag: createHmac('sha256', key).update(name).digest('hex'),
    }));
  };
}
