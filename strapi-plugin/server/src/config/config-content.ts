import { type CategoryBases, type ConsentConfig, withBases } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { SnapshotContent } from '../evidence/store';
import { publicPath } from '../http/origin';
import { getPluginOptions } from '../options';
import type { Published } from '../versions/service';

/**
 * The config of a visitor, of what is shown where they are.
 *
 * @param bases what categories rest on there, where that is not consent
 */
export function configOf(
  content: SnapshotContent,
  jurisdiction: ConsentConfig['jurisdiction'],
  bases: CategoryBases = {},
): ConsentConfig {
  const { legalTexts: _, assessments: _reasons, bases: _everywhere, ...shown } = content;
  const { enabled, versions, categories, ...rest } = shown;
  return { enabled, versions, jurisdiction, categories: withBases(categories, bases), ...rest };
}

/** What is shown in one locale and environment, whatever the place. */
export function contentOf(
  strapi: Core.Strapi,
  published: Published,
  locale: string,
  environment: string,
): SnapshotContent {
  const options = getPluginOptions(strapi);
  const { trackers, enabled, categories, banner, reconsent, consentMode } = published.forLocale(locale);
  const mode = published.content.settings?.shared.recordingMode ?? options.recording.mode;
  return {
    enabled,
    versions: published.versions,
    categories,
    trackers: trackers
      .filter(({ environments }) => environments.length === 0 || environments.includes(environment))
      .map(({ tracker }) => tracker),
    banner,
    reconsent,
    recording: { enabled: enabled && mode !== 'none', endpoint: recordsEndpoint(strapi, environment) },
    consentMode,
    cookie: options.cookie,
    locale,
  };
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
