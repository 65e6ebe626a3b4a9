import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type ContentSource, databaseSource } from '../content/content-source';
import { type PublishedContent, publishedContent } from '../content/published-content';
import { type Content, loadContent } from '../content/site-content';
import { pluginService } from '../plugin-service';
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
  versions: ConsentVersions;
  forLocale(locale: string): PublishedContent;
}

export interface VersionsService {
  /** What is published now; at most 30 seconds old, and never older than a write of this process. */
  published(): Promise<Published>;
  /**
   * Asks the database at once and answers with what is published by it. Where that is what is served already, the same
   * object stays, and with it everything that was derived from it.
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
}

export function versionsService({ strapi }: { strapi: Core.Strapi }): VersionsService {
  let expiresAt = 0;
  let current: Promise<Reading> | null = null;

  const serve = (reading: Promise<Reading>, since: number): Promise<Reading> => {
    expiresAt = since + CACHE_MS;
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
    const now = performance.now();
    const reading = current && now < expiresAt ? current : serve(readAfter(strapi, current), now);
    return (await reading).published;
  };

  return {
    published,
    async refreshed() {
      if (strapi.db.inTransaction()) return readPublished(strapi);
      const [serving, until, now] = [current, expiresAt, performance.now()];
      const reading = await readAfter(strapi, serving);
      // Somebody has written meanwhile, so what was read may be from before.
      if (current !== serving || expiresAt !== until) return published();
      return (await serve(Promise.resolve(reading), now)).published;
    },
    recheck() {
      expiresAt = 0;
    },
    invalidate() {
      current = null;
    },
  };
}

/** The reading before this one, as long as the database holds what it held then: nothing is read or hashed for it. */
async function readAfter(strapi: Core.Strapi, before: Promise<Reading> | null): Promise<Reading> {
  const known = await before?.catch(() => null);
  // Asked before the content is read: what is written in between is seen the next time.
  const stamp = await servedStamp(strapi);
  return known?.stamp === stamp ? known : { published: await readPublished(strapi), stamp };
}

/** What stands for everything that visitors are served. */
async function servedStamp(strapi: Core.Strapi): Promise<string> {
  const release = await servedRelease(strapi);
  return release ? `release ${release.number}, ${await lastActs(strapi)}` : contentStamp(strapi);
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
  const content = await loadContent(strapi, source);
  const locales = new Map<string, PublishedContent>();
  return {
    source,
    content,
    versions: versionsOf(content),
    forLocale(locale) {
      const known = locales.get(locale) ?? publishedContent(content, locale);
      locales.set(locale, known);
      return known;
    },
  };
}
