import type { Core } from '@strapi/strapi';
import { databaseSource } from '../content/content-source';
import { getEvidenceStore } from '../evidence';
import { sourceOf } from '../releases/configuration';
import { isManual } from '../releases/served-release';
import { configurationOf } from '../releases/service';
import { contentStamp } from '../versions/content-stamp';
import { getVersionsService, isOfToday, type Published, publishedFrom } from '../versions/service';
import type { Shown } from './link-token';

/** The last reading of each kind: whoever has a link may look often, and it is read anew only where it has become another. */
interface Reading {
  of: string;
  published: Published;
}
const drafts = new WeakMap<Core.Strapi, Reading>();
const releases = new WeakMap<Core.Strapi, Reading>();

/**
 * What a link shows, as it would be published or was. No release and no snapshot is made of it.
 *
 * @returns null where there is no such release, or what was planned is published or withdrawn by now.
 */
export async function shownContent(strapi: Core.Strapi, shows: Shown): Promise<Published | null> {
  if (shows === 'draft') return draftContent(strapi);
  const hash = await hashOf(strapi, shows);
  if (!hash) return null;
  return readOnce(strapi, releases, hash, async () =>
    sourceOf(strapi, await configurationOf(strapi, { hash })),
  );
}

async function hashOf(strapi: Core.Strapi, shows: Exclude<Shown, 'draft'>): Promise<string | null> {
  const store = getEvidenceStore(strapi).releases;
  if ('release' in shows) return (await store.byNumber(shows.release))?.hash ?? null;
  const plan = await store.plan();
  return plan?.id === shows.plan ? plan.hash : null;
}

/** What would be published at this moment; where each save is published, what is. */
async function draftContent(strapi: Core.Strapi): Promise<Published> {
  if (!isManual(strapi)) return getVersionsService(strapi).published();
  // Asked before the content is read: what is written in between is seen the next time.
  return readOnce(strapi, drafts, await contentStamp(strapi), () => databaseSource(strapi));
}

async function readOnce(
  strapi: Core.Strapi,
  readings: WeakMap<Core.Strapi, Reading>,
  of: string,
  read: () => Promise<Published['source']>,
): Promise<Published> {
  const known = readings.get(strapi);
  if (known?.of === of && isOfToday(known.published)) return known.published;
  const published = await publishedFrom(strapi, await read());
  readings.set(strapi, { of, published });
  return published;
}
