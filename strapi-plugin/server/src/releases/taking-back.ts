import type { Core } from '@strapi/strapi';
import type { Release } from '../evidence/releases';
import { errors } from '../http/errors';
import { type Difference, pairsOf } from '../transfer/differences';
import type { Configuration, Item } from '../transfer/format';
import { type ImportPreview, importConfiguration, previewImport } from '../transfer/service';
import { readConfiguration } from '../transfer/stored-configuration';
import { basisOf, stepTo } from './draft';
import { lastRelease, publish } from './publishing';
import { asRelease } from './release-act';
import { isManual } from './served-release';
import { configurationOf } from './service';

/** Compares a release with what is published; nothing is written. */
export async function previewTakingBack(strapi: Core.Strapi, release: Release): Promise<ImportPreview> {
  if (!isManual(strapi)) return previewImport(strapi, await fileOf(strapi, release));
  const last = await lastRelease(strapi);
  const configuration = await configurationOf(strapi, release);
  const { differences } = await stepTo(strapi, last, configuration);
  return { basis: basisOf(configuration, last), differences };
}

/**
 * Publishes a release again, as a new one. Where saves wait to be published they go on waiting; else what editors see is
 * what it was.
 *
 * @throws {errors.ApplicationError} where something was edited or published since the preview, or it may not be published.
 */
export async function takeBack(
  strapi: Core.Strapi,
  release: Release,
  { basis, note }: { basis: string; note: string | null },
): Promise<Difference[]> {
  const { number } = release;
  if (!isManual(strapi)) {
    const file = await fileOf(strapi, release);
    return asRelease({ note, restores: number }, () => importConfiguration(strapi, file, basis));
  }
  const last = await lastRelease(strapi);
  const configuration = await configurationOf(strapi, release);
  if (basisOf(configuration, last) !== basis) {
    throw new errors.ApplicationError(
      'Somebody else has published meanwhile; look at the differences again.',
    );
  }
  const { differences } = await stepTo(strapi, last, configuration);
  await publish(strapi, last, { configuration, note, restores: number, publishAt: null });
  return differences;
}

/**
 * A release as a file for this database: a draft of a legal page that the release does not publish stays, and what is
 * written of one that it does becomes what it publishes.
 */
async function fileOf(strapi: Core.Strapi, release: Release): Promise<Configuration> {
  const { locales: _, ...released } = await configurationOf(strapi, release);
  const current = await readConfiguration(strapi);
  const kept = pairsOf(current, released).flatMap(({ kind, before, after }): Item[] =>
    kind === 'legalPages' && before && !after ? [{ ...before, published: null }] : [],
  );
  return { ...released, legalPages: [...released.legalPages, ...kept] };
}
