import type { Core } from '@strapi/strapi';
import type { ContentSource } from '../content/content-source';
import { getEvidenceStore } from '../evidence';
import { getPluginOptions } from '../options';
import { asConfiguration, sourceOf } from './configuration';

/** Whether what editors save waits until somebody publishes it. */
export const isManual = (strapi: Core.Strapi): boolean =>
  getPluginOptions(strapi).releases.publish === 'manual';

/** Apps whose evidence is open: Strapi and other plugins write content before. */
const ready = new WeakSet<Core.Strapi>();

/** In bootstrap(), when evidence can be read: from now on a release is served, where that is what is served. */
export const serveReleases = (strapi: Core.Strapi): void => void ready.add(strapi);

/** The last one that was read: visitors are served one at a time. */
const sources = new WeakMap<Core.Strapi, { hash: string; source: ContentSource }>();

/**
 * The release that visitors are served.
 *
 * @returns null where they are served what the database holds: with each save, and before there is a release.
 */
export async function servedRelease(
  strapi: Core.Strapi,
): Promise<{ number: number; source(): Promise<ContentSource> } | null> {
  if (!isManual(strapi) || !ready.has(strapi)) return null;
  const { releases } = getEvidenceStore(strapi);
  const latest = await releases.latest();
  if (!latest) return null;
  const { number, hash } = latest;
  return {
    number,
    async source() {
      const known = sources.get(strapi);
      if (known?.hash === hash) return known.source;
      const source = sourceOf(strapi, asConfiguration(await releases.content(hash)));
      sources.set(strapi, { hash, source });
      return source;
    },
  };
}
