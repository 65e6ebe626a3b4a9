import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { getVersionsService } from '../versions/service';
import { configurationOf } from './service';

/**
 * In bootstrap(), before what is there now becomes a release: Strapi drops the tables of a plugin that a start finds
 * switched off. What was published before is among the evidence, which Strapi does not know, and can be taken back.
 */
export async function sayLostConfiguration(strapi: Core.Strapi): Promise<void> {
  const last = await getEvidenceStore(strapi).releases.latest();
  const { content } = await getVersionsService(strapi).published();
  if (!last || content.settings || content.categories.length > 0) return;
  const { settings, categories } = await configurationOf(strapi, last);
  if (!settings && categories.length === 0) return;
  strapi.log.warn(
    `consent: settings and categories are gone, as after a start without the plugin: Strapi dropped its tables then. Take back release ${last.number} under Consent > Releases.`,
  );
}
