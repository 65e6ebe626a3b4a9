import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
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

/** How many are read at once. */
const PAGE = 200;

/** The releases of a span of time, oldest first. */
export async function releasesBetween(
  strapi: Core.Strapi,
  { from, to }: { from: Date; to: Date },
): Promise<ReleaseMark[]> {
  const marks: ReleaseMark[] = [];
  for (let before: number | null = null; ; ) {
    const page: Release[] = await getEvidenceStore(strapi).releases.page({ before, limit: PAGE });
    for (const { number, at, versions, note, asks } of page) {
      if (at >= from && at < to) marks.push({ number, at, versions, note, isAsking: asks.length > 0 });
    }
    const last = page.at(-1);
    if (!last || last.at < from || page.length < PAGE) return marks.reverse();
    before = last.number;
  }
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

function publishedAlone(configuration: ReleasedConfiguration): ReleasedConfiguration {
  const legalPages = configuration.legalPages.map(({ published: _, ...page }) => page);
  return { ...configuration, legalPages };
}
