import type { Core } from '@strapi/strapi';
import { databaseSource } from '../content/content-source';
import { isManual } from '../releases/served-release';
import { contentStamp } from '../versions/content-stamp';
import { getVersionsService, isOfToday, type Published, publishedFrom } from '../versions/service';

/** The last reading: whoever has a link may look often, and what waits is read anew only where somebody has written. */
const readings = new WeakMap<Core.Strapi, { stamp: string; published: Published }>();

/** What would be published at this moment; where each save is published, what is. No release and no snapshot is made of it. */
export async function draftContent(strapi: Core.Strapi): Promise<Published> {
  if (!isManual(strapi)) return getVersionsService(strapi).published();
  // Asked before the content is read: what is written in between is seen the next time.
  const stamp = await contentStamp(strapi);
  const known = readings.get(strapi);
  if (known?.stamp === stamp && isOfToday(known.published)) return known.published;
  const published = await publishedFrom(strapi, await databaseSource(strapi));
  readings.set(strapi, { stamp, published });
  return published;
}
