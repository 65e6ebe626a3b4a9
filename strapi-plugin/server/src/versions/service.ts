import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type ContentSource, databaseSource } from '../content/content-source';
import { type PublishedContent, publishedContent } from '../content/published-content';
import { type Content, loadContent } from '../content/site-content';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import { pluginService } from '../plugin-service';
import { monthsAt } from '../records/retention-change';
import { isManual, servedRelease } from '../releases/served-release';
import { versionsOf } from './consent-versions';
import { contentStamp, lastActs } from './content-stamp';

/** How long published content is served without asking the database; another instance's edit shows by then. */
export const CACHE_MS = 30_000;

/** One reading of what is published: content, hashes, and each locale's config as it is asked for. */
export interface Published {
  /** What it was read from; rows are read once. */
  source: ContentSource;
  content: Content;
  /** When it was read: laws and assessments that held then count in all that follows from it, up to the end of that day in UTC. */
  readAt: Date;
  versions: ConsentVersions;
  forLocale(locale: string): PublishedContent;
}

export interface VersionsService {
  /**
   * What is published now; at most 30 seconds old, and never older than a write of this process, nor than the midnight (UTC) at which
   * an assessment may have run out or a law have taken effect.
   */
  published(): Promise<Published>;
  /**
   * Asks the database at once and answers with what is published by it. Where that is what is served already, the same
   * object stays until the day ends (UTC), and with it everything that was derived from it.
   */
  refreshed(): Promise<Published>;
  /** Somebody else may have written: the next question asks the database whether that is so. */
  recheck(): void;
  /** Drops the cache: the next question reads the database. */
  invalidate(): void;
}

export const getVersionsService = pluginService<VersionsService>('versions');

/** What was read, and what the database said of itself before. */
interface Reading {
  published: Published;
  stamp: string;
  /** For how long records were kept then, as legal pages say; null while it started. */
  months: number | null;
}

/** When a reading was begun. */
interface Since {
  /** By `performance.now()`. */
  now: number;
  /** In UTC. */
  day: string;
}

const thisMoment = (): Since => ({ now: performance.now(), day: dayOf(new Date()) });

/** Whether it follows the law and the assessments of today: the one takes effect and the other run out at midnight, in UTC. */
export const isOfToday = ({ readAt }: Published): boolean => dayOf(readAt) === dayOf(new Date());

export function versionsService({ strapi }: { strapi: Core.Strapi }): VersionsService {
  let expiresAt = 0;
  let day = '';
  let current: Promise<Reading> | null = null;

  const serve = (reading: Promise<Reading>, since: Since): Promise<Reading> => {
    expiresAt = since.now + CACHE_MS;
    day = since.day;
    current = reading;
    // A failed reading must not be kept; whoever awaits it sees the error.
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  };

  const published = async (): Promise<Published> => {
    // What an open transaction sees may be rolled back; it is nobody else's. A release it cannot change.
    if (strapi.db.inTransaction()) {
      return isManual(strapi) && current ? (await current).published : readPublished(strapi);
    }
    const since = thisMoment();
    const isFresh = since.now < expiresAt && since.day === day;
    const reading = current && isFresh ? current : serve(readAfter(strapi, current), since);
    return (await reading).published;
  };

  return {
    published,
    async refreshed() {
      if (strapi.db.inTransaction()) return readPublished(strapi);
      const [serving, until, since] = [current, expiresAt, thisMoment()];
      const reading = await readAfter(strapi, serving);
      // Somebody has written meanwhile, so what was read may be from before.
      if (current !== serving || expiresAt !== until) return published();
      return (await serve(Promise.resolve(reading), since)).published;
    },
    recheck() {
      expiresAt = 0;
    },
    invalidate() {
      current = null;
    },
  };
}

/** The reading before this one, as long as it is of today and the database holds what it held then: nothing is read or hashed for it. */
async function readAfter(strapi: Core.Strapi, before: Promise<Reading> | null): Promise<Reading> {
  const known = await before?.catch(() => null);
  // Asked before the content is read: what is written in between is seen the next time.
  const stamp = await servedStamp(strapi);
  const months = (await servedMonths(strapi)) ?? known?.months ?? null;
  const isSame = known?.stamp === stamp && (known.months ?? months) === months;
  if (isSame && isOfToday(known.published)) return { ...known, months };
  return { published: await readPublished(strapi), stamp, months };
}

/** What stands for all published content that visitors are served. */
async function servedStamp(strapi: Core.Strapi): Promise<string> {
  const release = await servedRelease(strapi);
  return release ? `release ${release.number}, ${await lastActs(strapi)}` : contentStamp(strapi);
}

/**
 * Null where it is not known. While it starts nobody is served, and the evidence may not be open yet; a store of its own may be away, which is
 * no reason to serve no configuration.
 */
async function servedMonths(strapi: Core.Strapi): Promise<number | null> {
  if (!strapi.isLoaded) return null;
  const retention = await getEvidenceStore(strapi)
    .retention.read()
    .catch(() => null);
  return retention && monthsAt(retention, new Date());
}

/** Reads what visitors are served: the last release, where that is what is served, or else the database. */
export const readPublished = async (strapi: Core.Strapi): Promise<Published> =>
  publishedFrom(strapi, await servedSource(strapi));

/** Where that comes from at this moment. */
export const servedSource = async (strapi: Core.Strapi): Promise<ContentSource> =>
  (await (await servedRelease(strapi))?.source()) ?? databaseSource(strapi);

/** What editors work on: what is published, but for what waits to be. */
export const readEdited = async (strapi: Core.Strapi): Promise<Published> =>
  isManual(strapi)
    ? publishedFrom(strapi, await databaseSource(strapi))
    : getVersionsService(strapi).published();

/** What is published where all of it comes from this source. */
export async function publishedFrom(strapi: Core.Strapi, source: ContentSource): Promise<Published> {
  const readAt = new Date();
  const content = await loadContent(strapi, source);
  const locales = new Map<string, PublishedContent>();
  return {
    source,
    content,
    readAt,
    versions: versionsOf(content, readAt),
    forLocale(locale) {
      const known = locales.get(locale) ?? publishedContent(content, locale);
      locales.set(locale, known);
      return known;
    },
  };
}
