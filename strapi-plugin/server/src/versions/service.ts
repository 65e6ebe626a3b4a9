import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type PublishedContent, publishedContent } from '../config/published';
import { type Content, loadContent } from './content';
import { versionsOf } from './hash';

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
  /** Drops the cache: the next question reads the database. */
  invalidate(): void;
  /** Counts the invalidations; whoever derives something from `published()` may keep it as long as this stands. */
  generation(): number;
}

export function versionsService({ strapi }: { strapi: Core.Strapi }): VersionsService {
  let generation = 0;
  let expiresAt = 0;
  let current: Promise<Published> | null = null;

  const invalidate = () => {
    generation += 1;
    current = null;
  };

  return {
    invalidate,
    generation: () => generation,
    published() {
      // What an open transaction sees may be rolled back; it is nobody else's.
      if (strapi.db.inTransaction()) return readPublished(strapi);
      const now = performance.now();
      if (current && now < expiresAt) return current;
      generation += 1;
      expiresAt = now + CACHE_MS;
      const reading = readPublished(strapi);
      current = reading;
      // A failed reading must not be kept; whoever awaits it sees the error.
      reading.catch(() => {
        if (current === reading) invalidate();
      });
      return reading;
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
