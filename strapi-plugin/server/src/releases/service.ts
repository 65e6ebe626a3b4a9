import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { SiteLocales } from '../content/locales';
import { getEvidenceStore } from '../evidence';
import type { Release } from '../evidence/releases';
import { type Difference, differencesOf, pairsOf } from '../transfer/differences';
import { asConfiguration, type ReleasedConfiguration } from './configuration';

/** A release as JSON has it. */
export type ReleaseDetails = Omit<Release, 'at' | 'hash'> & { at: string };

export const detailsOf = ({ hash: _, at, ...release }: Release): ReleaseDetails => ({
  ...release,
  at: at.toISOString(),
});

/** A moment from which on visitors were served something else, for whoever shows figures over time. */
export interface ReleaseMark {
  number: number;
  at: Date;
  versions: ConsentVersions;
  note: string | null;
  /** It asked visitors again. */
  isAsking: boolean;
}

/** The releases of a span of time, oldest first. */
export async function releasesBetween(
  strapi: Core.Strapi,
  { from, to }: { from: Date; to: Date },
): Promise<ReleaseMark[]> {
  const found = await getEvidenceStore(strapi).releases.between({ from, to });
  return found
    .filter(({ at }) => at >= from)
    .map(({ number, at, versions, note, asks }) => ({
      number,
      at,
      versions,
      note,
      isAsking: asks.length > 0,
    }))
    .reverse();
}

export const configurationOf = async (
  strapi: Core.Strapi,
  { hash }: Pick<Release, 'hash'>,
): Promise<ReleasedConfiguration> => asConfiguration(await getEvidenceStore(strapi).releases.content(hash));

/** What is different in another configuration; a page's text is told once, though the file has it twice. */
export function differencesBetween(
  before: ReleasedConfiguration,
  after: ReleasedConfiguration,
): Difference[] {
  return differencesOf(pairsOf(publishedAlone(before), publishedAlone(after)));
}

/** Languages of a site, the default one first. */
export interface LanguageChange {
  before: string[];
  after: string[];
}

/** Null where another configuration has the same languages, and the same default one. */
export function languageChange(
  before: ReleasedConfiguration,
  after: ReleasedConfiguration,
): LanguageChange | null {
  const change = { before: defaultFirst(before.locales), after: defaultFirst(after.locales) };
  return change.before.join() === change.after.join() ? null : change;
}

const defaultFirst = ({ default: main, all }: SiteLocales): string[] => [
  main,
  ...all.filter((locale) => locale !== main),
];

function publishedAlone(configuration: ReleasedConfiguration): ReleasedConfiguration {
  const legalPages = configuration.legalPages.map(({ published: _, ...page }) => page);
  return { ...configuration, legalPages };
}
