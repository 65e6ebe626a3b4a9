import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { readLocales } from '../content/locales';
import { type Picture, pictureId } from '../content/picture';
import type { Release } from '../evidence/releases';
import { errors } from '../http/errors';
import { invalidInput } from '../http/invalid-input';
import { type Difference, nameOf, type Pair, pairsOf } from '../transfer/differences';
import { type Configuration, type Item, noSuchLocale } from '../transfer/format';
import { type ImportPreview, importConfiguration, previewImport } from '../transfer/service';
import { readConfiguration } from '../transfer/stored-configuration';
import type { ReleasedConfiguration } from './configuration';
import { basisOf, stepTo } from './draft';
import { lastRelease, publish } from './publishing';
import { asRelease } from './release-act';
import { isManual } from './served-release';
import { configurationOf, type LanguageChange } from './service';

/** What a taking back would do. */
export interface TakeBackPreview extends ImportPreview {
  /** Names of trackers that come back without their picture: the media library has its file no more. */
  lostPictures: string[];
  /** The languages of the site, where they become others; where each save is published they stay as they are. */
  locales: LanguageChange | null;
}

/** A release names the pictures of its trackers, which are taken back with it. */
const SCOPE = { pictures: true };

/** Compares a release with what is published; nothing is written. */
export async function previewTakingBack(strapi: Core.Strapi, release: Release): Promise<TakeBackPreview> {
  const last = await lastRelease(strapi);
  const { configuration, lostPictures } = await restorable(strapi, release, last);
  if (!isManual(strapi)) {
    const file = await fileOf(strapi, configuration);
    return { ...(await previewImport(strapi, file, SCOPE)), lostPictures, locales: null };
  }
  const { differences, locales } = await stepTo(strapi, last, configuration);
  return { basis: basisOf(configuration, last), differences, lostPictures, locales };
}

/** What has come of a taking back. */
export interface TakenBack {
  differences: Difference[];
  /** It is not published yet: a second person has to approve it. */
  isPlanned: boolean;
}

/**
 * Publishes a release again, as a new one. Where saves wait to be published they go on waiting, as drafts of legal pages do
 * anywhere; else what editors see is what it was.
 *
 * @throws {errors.ApplicationError} where something was edited or published since the preview, or it may not be published.
 */
export async function takeBack(
  strapi: Core.Strapi,
  release: Release,
  { basis, note }: { basis: string; note: string | null },
): Promise<TakenBack> {
  const { number } = release;
  const last = await lastRelease(strapi);
  const { configuration } = await restorable(strapi, release, last);
  if (!isManual(strapi)) {
    const file = await fileOf(strapi, configuration);
    const work = () => importConfiguration(strapi, file, basis, SCOPE);
    return { differences: await asRelease({ note, restores: number }, work), isPlanned: false };
  }
  if (basisOf(configuration, last) !== basis) {
    throw new errors.ApplicationError(
      'Somebody else has published meanwhile; look at the differences again.',
    );
  }
  const { differences } = await stepTo(strapi, last, configuration);
  const order = { configuration, note, restores: number, publishAt: null };
  return { differences, isPlanned: (await publish(strapi, last, order)) === null };
}

/** A release as a file for this database: what is written of legal pages and not published goes on waiting. */
async function fileOf(strapi: Core.Strapi, configuration: ReleasedConfiguration): Promise<Configuration> {
  const { locales: _, ...released } = configuration;
  const current = await readConfiguration(strapi);
  const pages = pairsOf(current, released).filter(({ kind }) => kind === 'legalPages');
  return { ...released, legalPages: pages.map(withDraft) };
}

/** A page as the release publishes it, if it does, and as it is written here, where that is another text than the published one. */
function withDraft({ before, after }: Pair): Item {
  if (!before || !after) return after ?? { ...(before as Item), published: null };
  const { published } = before;
  const drafts = Object.entries(before.locales).filter(
    ([locale, own]) => !isSame(own, published?.locales[locale] ?? null),
  );
  return {
    id: before.id,
    shared: isSame(before.shared, published?.shared ?? null) ? after.shared : before.shared,
    locales: { ...after.locales, ...Object.fromEntries(drafts) },
    published: after.published,
  };
}

const isSame = (a: unknown, b: unknown): boolean => contentHash(a) === contentHash(b);

/**
 * A release as it can be published again: without those pictures whose file was deleted from the media library, and with processors
 * as verified as in the last one.
 *
 * @throws {errors.ValidationError} where it has a language that the site no longer has.
 */
async function restorable(
  strapi: Core.Strapi,
  release: Release,
  last: Release,
): Promise<{ configuration: ReleasedConfiguration; lostPictures: string[] }> {
  const configuration = await configurationOf(strapi, release);
  await refuseLostLanguages(strapi, configuration);
  const trackers: Item[] = [];
  const lostPictures: string[] = [];
  for (const tracker of configuration.trackers) {
    const { poster, ...shared } = tracker.shared;
    const isLost = Boolean(poster) && (await pictureId(strapi, poster as Picture)) === null;
    if (isLost) lostPictures.push(nameOf('trackers', tracker));
    trackers.push(isLost ? { ...tracker, shared } : tracker);
  }
  const processors = pairsOf(await configurationOf(strapi, last), configuration).flatMap(asVerified);
  return { configuration: { ...configuration, trackers, processors }, lostPictures };
}

async function refuseLostLanguages(strapi: Core.Strapi, { locales }: ReleasedConfiguration): Promise<void> {
  const { all } = await readLocales(strapi);
  const lost = locales.all.filter((locale) => !all.includes(locale));
  if (lost.length === 0) return;
  throw invalidInput(lost.map((locale) => ({ path: ['locales', locale], message: noSuchLocale(locale) })));
}

/** That a processor is verified is the act of a person, which no release repeats: of one that comes back nobody has said so. */
function asVerified({ kind, before, after }: Pair): Item[] {
  if (kind !== 'processors' || !after) return [];
  const { verified = false, verifiedAt, verifiedBy } = before?.shared ?? {};
  return [{ ...after, shared: { ...after.shared, verified, verifiedAt, verifiedBy } }];
}
