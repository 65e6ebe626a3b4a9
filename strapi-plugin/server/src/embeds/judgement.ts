import { bestFits, patternFit } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { TRACKER_PRESETS, type TrackerPresetKey } from '../catalogue/presets';
import type { Content } from '../content/site-content';
import { getPluginOptions } from '../options';
import { getVersionsService, readEdited } from '../versions/service';

/** Who an address belongs to, as the site will judge it, and as far as it is none of the site's own. */
export type Judgement =
  /** Loads once the category is granted; at once where that is required. */
  | { state: 'declared'; trackers: DeclaredTracker[] }
  /** Named by trackers that the site does not know of: switched off, not published yet, without a category, or of another environment. */
  | { state: 'off'; trackers: DeclaredTracker[] }
  /** The catalogue knows it; a tracker of the same name may be there that does not name the host. */
  | { state: 'known'; preset: TrackerPresetKey; namesake: DeclaredTracker | null }
  | { state: 'unknown' };

export interface DeclaredTracker {
  documentId: string;
  name: string;
  vendor: string | null;
  hosts: string[];
  /** Null: it has none. */
  category: { key: string; required: boolean } | null;
}

export interface Judge {
  /** Hosts that are the site's own, as far as the CMS knows them. */
  own: readonly string[];
  isOwn(host: string): boolean;
  of(address: { host: string; path: string }): Judgement;
  /**
   * The paths of a host that trackers of the site answer for, by their beginnings: all of it where one is empty, none of it
   * where there is none.
   */
  servedPaths(host: string): string[];
}

const PRESETS = (Object.keys(TRACKER_PRESETS) as TrackerPresetKey[]).map((key) => ({
  key,
  name: TRACKER_PRESETS[key].name,
  hosts: TRACKER_PRESETS[key].hosts ?? [],
}));

/** By what is published at this moment, in the environment of this server. */
export async function readJudge(strapi: Core.Strapi): Promise<Judge> {
  const published = await getVersionsService(strapi).published();
  const { content } = published;
  const environment = strapi.config.get('environment') as string;
  const { trackers: publishedTrackers } = published.forLocale(content.locales.default);
  const served = new Set(
    publishedTrackers
      .filter(({ environments }) => environments.length === 0 || environments.includes(environment))
      .map(({ tracker }) => tracker.id),
  );
  // What an editor has added and nobody has published yet is known, and off.
  const { content: edited } = await readEdited(strapi);
  return judgeOf(
    // A category that nobody knows is one that nobody can grant.
    trackersIn(content).filter(({ documentId, category }) => served.has(documentId) && category !== null),
    trackersIn(edited),
    ownHosts(strapi),
  );
}

const trackersIn = ({ trackers, categories }: Content): DeclaredTracker[] =>
  trackers.map(({ documentId, shared }) => {
    const category = categories.find(({ shared: { key } }) => key === shared.category?.key);
    return {
      documentId,
      name: shared.name,
      vendor: shared.vendor,
      hosts: shared.hosts ?? [],
      category: category ? { key: category.shared.key, required: category.shared.required ?? false } : null,
    };
  });

/** @param served those that the site knows of */
export function judgeOf(
  served: readonly DeclaredTracker[],
  trackers: readonly DeclaredTracker[],
  own: readonly string[],
): Judge {
  return {
    own,
    isOwn: (host) => isAmong(host, own),
    of({ host, path }) {
      if (!URL.canParse(`https://${host}`)) return { state: 'unknown' };
      const address = new URL(`https://${host}${path}`);
      const declared = bestFits(address, served);
      if (declared.length > 0) return { state: 'declared', trackers: declared };
      const others = bestFits(address, trackers);
      if (others.length > 0) return { state: 'off', trackers: others };
      const [preset] = bestFits(address, PRESETS);
      if (!preset) return { state: 'unknown' };
      const namesake = trackers.find(({ name }) => name === preset.name) ?? null;
      return { state: 'known', preset: preset.key, namesake };
    },
    servedPaths(host) {
      if (!URL.canParse(`https://${host}`)) return [];
      const root = new URL(`https://${host}`);
      return served
        .flatMap(({ hosts }) => hosts)
        .map((pattern) => {
          const slash = pattern.indexOf('/');
          return slash === -1 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash)];
        })
        .flatMap(([name = '', path = '']) => (patternFit(root, name) > 0 ? [path] : []));
    },
  };
}

/** Whether a host is one of these, or below one that says so. */
export const isAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));

/** As the site has them: those of its origins, of the CMS, and those that the options name. */
export function ownHosts(strapi: Core.Strapi): string[] {
  const { allowedOrigins, scan, site } = getPluginOptions(strapi);
  const addresses = [strapi.config.get('server.url', '') as string, ...allowedOrigins, scan.url ?? ''];
  const hosts = addresses.flatMap((one) => (URL.canParse(one) ? [new URL(one).host] : []));
  return [...new Set([...hosts, ...site.hosts])];
}
