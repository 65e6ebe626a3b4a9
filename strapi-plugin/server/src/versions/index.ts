import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getVersionsService, readPublished } from './service';

/** The four hashes that are served now; at most 30 seconds old. */
export const currentVersions = async (strapi: Core.Strapi): Promise<ConsentVersions> =>
  (await getVersionsService(strapi).published()).versions;

/** The four hashes of what the database holds at this moment, without touching any cache. */
export const computeVersions = async (strapi: Core.Strapi): Promise<ConsentVersions> =>
  (await readPublished(strapi)).versions;

/** Drops the cache, reads the database and serves the result from now on. */
export async function recomputeVersions(strapi: Core.Strapi): Promise<ConsentVersions> {
  getVersionsService(strapi).invalidate();
  return currentVersions(strapi);
}

/**
 * Drops the 30-second cache: the next config is read from the database.
 *
 * @param app the Strapi instance; the running one when omitted.
 */
export function invalidateConfigCache(app?: Core.Strapi): void {
  const strapi = app ?? (globalThis as { strapi?: Core.Strapi }).strapi;
  if (strapi) getVersionsService(strapi).invalidate();
}
