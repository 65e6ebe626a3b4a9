import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { UIDS } from '../uids';
import { configurationOf } from './service';

/** Releases that are looked at: somebody may have begun to write anew. */
const LOOKED_AT = 5;

/**
 * The release that has what editors had written, where nothing of it is left: Strapi drops the tables of a plugin that a start
 * finds switched off. Evidence, which Strapi does not know, has it still. Null where nothing is lost.
 */
export async function lostRelease(strapi: Core.Strapi): Promise<number | null> {
  for (const uid of [UIDS.setting, UIDS.category]) {
    if ((await strapi.db.query(uid).count()) > 0) return null;
  }
  // What is empty has become releases since.
  for (const release of await getEvidenceStore(strapi).releases.page({ before: null, limit: LOOKED_AT })) {
    const { settings, categories } = await configurationOf(strapi, release);
    if (settings || categories.length > 0) return release.number;
  }
  return null;
}

/** In bootstrap(). */
export async function sayLostConfiguration(strapi: Core.Strapi): Promise<void> {
  const number = await lostRelease(strapi);
  if (number !== null) strapi.log.warn(`consent: ${lostConfiguration(number)}`);
}

export const lostConfiguration = (number: number): string =>
  `Settings and categories are gone, as after a start without the plugin, at which Strapi drops its tables: take back release ${number} on the page Releases, or import its file where saves wait to be published.`;
