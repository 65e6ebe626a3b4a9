import {
  basesAt,
  type ConsentConfig,
  type ConsentTracker,
  consentModeRegions,
  refusalRow,
  refusalTerms,
  withBases,
  withServices,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { contentBases } from '../assessments/bases';
import { type ServiceNames, servedName } from '../catalogue/service-names';
import { isAmong, ownHosts } from '../embeds/judgement';
import type { SnapshotContent } from '../evidence/store';
import { publicPath } from '../http/origin';
import { getPluginOptions } from '../options';
import type { EffectiveSettings } from '../settings/service';
import type { Published } from '../versions/service';
import type { Visitor } from './visitor';

interface PlaceRules extends Pick<EffectiveSettings, 'reaskRefusalAfterMonths' | 'jurisdiction'> {
  /** Not where the model was asked for: then nobody knows whose place it is. */
  isPlaceKnown: boolean;
  /** See the request. */
  namesRegion?: boolean;
}

/** The config of a visitor: what all are shown, and of what differs from place to place that of theirs. */
export function configOf(
  strapi: Core.Strapi,
  content: SnapshotContent,
  { country, region, model }: Visitor,
  { reaskRefusalAfterMonths, jurisdiction, isPlaceKnown, namesRegion }: PlaceRules,
): ConsentConfig {
  const { enabled, versions, categories, legalTexts, assessments, bases = {}, ...rest } = content;
  const { proposals } = getPluginOptions(strapi).jurisdiction;
  const row = refusalRow({ country, region, proposals });
  const refusal = refusalTerms(rest.reconsent, reaskRefusalAfterMonths, row);
  const restsOn = model === 'opt-in' && isPlaceKnown ? basesAt(bases, { country, region }) : {};
  return {
    enabled,
    versions,
    jurisdiction: { country, model, ...(namesRegion && region && { region }) },
    categories: withBases(categories, restsOn),
    ...rest,
    ...(refusal && { refusal }),
    consentMode: { ...rest.consentMode, ...regionsOf(jurisdiction) },
  };
}

/**
 * What pages that know no visitor tell Google of places, where the table has rows of its own. The rest of the world is under opt-in
 * there, whatever stands in for a missing row.
 */
const regionsOf = ({
  overrides,
}: EffectiveSettings['jurisdiction']): Pick<ConsentConfig['consentMode'], 'regions'> =>
  overrides.length > 0 ? { regions: consentModeRegions({ overrides }) } : {};

/** What is shown in one locale and environment, whatever the place. */
export function contentOf(
  strapi: Core.Strapi,
  published: Published,
  {
    locale,
    environment,
    now,
    names,
  }: { locale: string; environment: string; now: Date; names: ServiceNames },
): SnapshotContent {
  const options = getPluginOptions(strapi);
  const { enabled, categories, granularity, banner, reconsent, consentMode, ...content } =
    published.forLocale(locale);
  const trackers = content.trackers
    .filter(({ environments }) => environments.length === 0 || environments.includes(environment))
    // Visitors decide on each of them, also on one that nobody has given a key; and may have refused it by that name (C3).
    .map(({ tracker: { key, ...tracker } }) => {
      const name = servedName(names, { ...tracker, key }, granularity !== undefined);
      return name === undefined ? tracker : { ...tracker, key: name };
    })
    .map((tracker) => withServedPicture(strapi, tracker));
  const mode = published.content.settings?.shared.recordingMode ?? options.recording.mode;
  const bases = contentBases(strapi, published, now);
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
    // Left out where there are none: what was published before there could be any keeps its hash.
    ...(Object.keys(bases).length > 0 && { bases }),
  });
}

/**
 * With the address of its picture as browsers find it, and without one that would ask somebody else before consent: what lies neither on the
 * CMS's host nor on the site's.
 */
function withServedPicture(strapi: Core.Strapi, { poster, ...tracker }: ConsentTracker): ConsentTracker {
  if (!poster) return tracker;
  const isOfCms = /^\/(?!\/)/.test(poster.url);
  if (!isOfCms && !(URL.canParse(poster.url) && isAmong(new URL(poster.url).host, ownHosts(strapi)))) {
    return tracker;
  }
  const url = isOfCms ? `${serverUrl(strapi)}${poster.url}` : poster.url;
  return { ...tracker, poster: { ...poster, url } };
}

/** Where the server says that it is found, without a slash at its end; empty where it does not. */
const serverUrl = (strapi: Core.Strapi): string =>
  (strapi.config.get('server.url', '') as string).replace(/\/$/, '');

/**
 * Absolute where the server knows its public URL, so that a page on another origin can post to it. `server.url` may be
 * a path alone: then what stands in front of Strapi serves it under that path. A config of another
 * environment than the server's names it there, so that its records refer to what was shown in that one.
 */
function recordsEndpoint(strapi: Core.Strapi, environment: string): string {
  const own = environment === strapi.config.get('environment');
  const query = own ? '' : `?environment=${encodeURIComponent(environment)}`;
  return `${serverUrl(strapi)}${publicPath(strapi)}/records${query}`;
}
