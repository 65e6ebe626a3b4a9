import { type BasesByPlace, basesByPlace } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { publishedContent } from '../content/published-content';
import { getPluginOptions } from '../options';
import { jurisdictionOf } from '../settings/service';
import type { Published } from '../versions/service';
import { faultOf } from './validity';

/**
 * What categories rest on where that is not consent: all that the config of a place says of it, and that evidence keeps. Which
 * assessments hold is a matter of when the content was read, as in its versions: the two never say different things.
 *
 * @param now which rules are in force
 */
export function contentBases(
  strapi: Core.Strapi,
  { content, readAt }: Pick<Published, 'content' | 'readAt'>,
  now: Date,
): BasesByPlace {
  const { proposals } = getPluginOptions(strapi).jurisdiction;
  const jurisdiction = jurisdictionOf(getPluginOptions(strapi), content.settings?.shared);
  return basesByPlace(
    publishedContent(content, content.locales.default).categories,
    { ...jurisdiction, proposals, now: () => now.getTime() / 1000 },
    (key) => faultOf(content, key, readAt) === null,
  );
}
