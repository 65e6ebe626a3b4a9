import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type PublishedContent, publishedContent } from '../content/published-content';
import { type Content, loadContent } from '../content/site-content';
import { pluginService } from '../plugin-service';
import { versionsOf } from './consent-versions';

/** How long published content is served without asking the database; another instance's edit shows after it. */
export const CACHE_MS = 30_000;

/** One reading of the database: content, hashes, and each locale's config as it is asked for. */
export interface Published {
  content: Content;
  versions: ConsentVersions;
  forLocale(locale: string): PublishedContent;
}

export interface VersionsService {
  /** What is published now; at most 30 seconds old, and never older than a write of this process. */
  published(): Promise<Published>;
  /**
   * Reads the database at once and answers with what is published by it. Where that is what is served already, the same
   * object stays, and with it everything that was derived from it.
   */
  refreshed(): Promise<Published>;
  /** Drops the cache: the next question reads the database. */
  invalidate(): void;
}

export const getVersionsService = pluginService<VersionsService>('versions');

export function versionsService({ strapi }: { strapi: Core.Strapi }): VersionsService {
  let expiresAt = 0;
  let current: Promise<Published> | null = null;

  const serve = (reading: Promise<Published>, since: number): Promise<Published> => {
    expiresAt = since + CACHE_MS;
    current = reading;
    // A failed reading must not be kept; whoever awaits it sees the error.
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  };

  const published = (): Promise<Published> => {
    // What an open transaction sees may be rolled back; it is nobody else's.
    if (strapi.db.inTransaction()) return readPublished(strapi);
    const now = performance.now();
    return current && now < expiresAt ? current : serve(readPublished(strapi), now);
  };

  return {
    published,
    async refreshed() {
      const before = await published();
      const serving = current;
      const since = performance.now();
      const reading = await readPublished(strapi);
      // Somebody has written meanwhile, so what was read may be from before.
      if (current !== serving) return published();
      const same = reading.versions.policyVersion === before.versions.policyVersion;
      return same ? before : serve(Promise.resolve(reading), since);
    },
    invalidate() {
      current = null;
    },
  };
}

/** Reads the database and derives what is published from it. */
export async function readPublished(strapi: Core.Strapi): Promise<Published> {
  const content = await loadContent(strapi);
  const locales = new Map<string, PublishedContent>();
  return {
    content,
    versions: versionsOf(content),
    forLocale(locale) {
      const known = locales.get(locale) ?? publishedContent(content, locale);
      locales.set(locale, known);
      return known;
    },
  };
}
