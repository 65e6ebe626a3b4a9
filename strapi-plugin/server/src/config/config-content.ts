import { type ConsentConfig, withServices } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { SnapshotContent } from '../evidence/store';
import { publicPath } from '../http/origin';
import { getPluginOptions } from '../options';
import type { Published } from '../versions/service';

/** The config of a visitor, of what is shown where they are. */
export function configOf(
  content: SnapshotContent,
  jurisdiction: ConsentConfig['jurisdiction'],
): ConsentConfig {
  const { enabled, versions, legalTexts: _, ...rest } = content;
  return { enabled, versions, jurisdiction, ...rest };
}

/** What is shown in one locale and environment, whatever the place. */
export function contentOf(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
  environment: string,
): SnapshotContent {
  const options = getPluginOptions(strapi);
  const { enabled, categories, granularity, banner, reconsent, consentMode, ...content } =
    published.forLocale(locale);
  const trackers = content.trackers
    .filter(({ environments }) => environments.length === 0 || environments.includes(environment))
    // Visitors decide on each of them, also on one that nobody has given a key.
    .map(({ tracker }) => (granularity ? { ...tracker, key: tracker.key ?? tracker.id } : tracker));
  const mode = published.content.settings?.shared.recordingMode ?? options.recording.mode;
  return withServices({
    enabled,
    versions: published.versions,
    categories,
    trackers,
    ...(granularity && { granularity }),
    banner,
    reconsent,
    recording: { enabled: enabled && mode !== 'none', endpoint: recordsEndpoint(strapi, environment) },
    consentMode,
    cookie: options.cookie,
    locale,
  });
}

/**
 * Absolute where the server knows its public URL, so that a page on another origin can post to it. `server.url` may be
 * a path alone: then what stands in front of Strapi serves it under that path. A config of another
 * environment than the server's names it there, so that its records refer to what was shown in that one.
 */
function recordsEndpoint(strapi: Core.Strapi, environment: string): string {
  const url = strapi.config.get('server.url', '') as string;
  const own = environment === strapi.config.get('environment');
  const query = own ? '' : `?environment=${encodeURIComponent(environment)}`;
  return `${url.replace(/\/$/, '')}${publicPath(strapi)}/records${query}`;
}
