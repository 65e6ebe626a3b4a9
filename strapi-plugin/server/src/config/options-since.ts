import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { getPluginOptions } from '../options';
import { PLUGIN } from '../uids';

interface Noted {
  hash: string;
  /** ISO 8601. */
  since: string;
}

const noted = new WeakMap<Core.Strapi, Date>();

/**
 * In bootstrap(): notes since when the options are what they are. Some of them stand in the config and are no part of
 * its etag (G1), so a copy from before must not pass for the present one.
 */
export async function noteOptions(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'plugin', name: PLUGIN, key: 'options' });
  // The secret is in no config, and leaves no trace in the database.
  const { site: _, ...options } = getPluginOptions(strapi);
  const hash = contentHash([options, strapi.config.get('server.url', '')]);
  let known = (await store.get({})) as Noted | null;
  if (known?.hash !== hash) {
    known = { hash, since: new Date().toISOString() };
    await store.set({ value: known });
  }
  noted.set(strapi, new Date(known.since));
}

/** Since when, for `Last-Modified`. */
export const optionsSince = (strapi: Core.Strapi): Date => noted.get(strapi) ?? new Date();

/**
 * Whether a request's copy is older than the options. One that does not say when it was got is judged by its etag
 * alone; browsers, CDNs and the site's server do say.
 */
export function isOlderThanOptions(strapi: Core.Strapi, ifModifiedSince: string): boolean {
  const got = Date.parse(ifModifiedSince);
  return got < Math.floor(optionsSince(strapi).getTime() / 1000) * 1000;
}
