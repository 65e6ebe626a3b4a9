import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { databaseSource, draftSource } from '../content/content-source';
import { getEvidenceStore } from '../evidence';
import { sourceOf } from '../releases/configuration';
import { isManual } from '../releases/served-release';
import { configurationOf } from '../releases/service';
import { contentStamp, lastActs } from '../versions/content-stamp';
import { isOfToday, type Published, publishedFrom } from '../versions/service';
import type { Shown } from './link-token';

/**
 * What was read last, by what it was read of: whoever has a link may look often, and it is read anew only where that has become
 * another. A few releases are held at once, as several people may look at one each.
 */
type Readings = WeakMap<Core.Strapi, LRUCache<string, Published>>;
const drafts: Readings = new WeakMap();
const releases: Readings = new WeakMap();
const MOST_DRAFTS = 1;
const MOST_RELEASES = 3;

/**
 * What a link shows, as it would be published or was. No release and no snapshot is made of it.
 *
 * @returns null where there is no such release, or what was planned is published or withdrawn by now.
 */
export async function shownContent(strapi: Core.Strapi, shows: Shown): Promise<Published | null> {
  if (shows === 'draft') return draftContent(strapi);
  const hash = await hashOf(strapi, shows);
  if (!hash) return null;
  // Assessments and the last asking again count at once, whatever was published before them.
  const of = `${hash} ${await lastActs(strapi)}`;
  return readOnce(strapi, readingsOf(strapi, releases, MOST_RELEASES), of, async () =>
    sourceOf(strapi, await configurationOf(strapi, { hash })),
  );
}

async function hashOf(strapi: Core.Strapi, shows: Exclude<Shown, 'draft'>): Promise<string | null> {
  const store = getEvidenceStore(strapi).releases;
  if ('release' in shows) return (await store.byNumber(shows.release))?.hash ?? null;
  const plan = await store.plan();
  return plan?.id === shows.plan ? plan.hash : null;
}

/**
 * What would be published at this moment. Where each save is published that is what is, and the drafts of legal pages, which Strapi
 * keeps until somebody publishes them.
 */
async function draftContent(strapi: Core.Strapi): Promise<Published> {
  // Asked before the content is read: what is written in between is seen the next time.
  const known = readingsOf(strapi, drafts, MOST_DRAFTS);
  return readOnce(strapi, known, await contentStamp(strapi), () =>
    isManual(strapi) ? databaseSource(strapi) : draftSource(strapi),
  );
}

async function readOnce(
  strapi: Core.Strapi,
  known: LRUCache<string, Published>,
  of: string,
  read: () => Promise<Published['source']>,
): Promise<Published> {
  const last = known.get(of);
  if (last && isOfToday(last)) return last;
  const published = await publishedFrom(strapi, await read());
  known.set(of, published);
  return published;
}

function readingsOf(strapi: Core.Strapi, readings: Readings, max: number): LRUCache<string, Published> {
  const known = readings.get(strapi) ?? new LRUCache<string, Published>({ max });
  readings.set(strapi, known);
  return known;
}
