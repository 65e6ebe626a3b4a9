import type { ConsentVersions, ReconsentTrigger } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { dayOf } from '../evidence/day';
import type { Release } from '../evidence/releases';
import type { Published } from '../versions/service';

/** What a release does to those who have decided before it. */
export interface ReleaseEffect {
  /** By which changes their decisions become stale (C5); empty: nobody is asked again. */
  asks: ReconsentTrigger[];
  /** How many decisions that touches: those that would still hold. Whole days are counted, so it is about so many. */
  touched: number;
}

const VERSION_OF: Record<ReconsentTrigger, keyof ConsentVersions> = {
  documents: 'documentsVersion',
  categories: 'categoriesVersion',
  trackers: 'trackersVersion',
};

/** @param before the release whose place it takes; null where it is the first. */
export async function effectOf(
  strapi: Core.Strapi,
  before: Release | null,
  { content, versions, forLocale }: Published,
  now: Date,
): Promise<ReleaseEffect> {
  const { on, expiresAfterMonths } = forLocale(content.locales.default).reconsent;
  const asks = before
    ? on.filter((trigger) => before.versions[VERSION_OF[trigger]] !== versions[VERSION_OF[trigger]])
    : [];
  if (!before || asks.length === 0) return { asks: [], touched: 0 };
  const asked = await getEvidenceStore(strapi).releases.lastAsking(before.number + 1);
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - expiresAfterMonths);
  // What was decided before the last asking is stale already.
  const from = dayOf(asked && asked.at > oldest ? asked.at : oldest);
  const counts = await getEvidenceStore(strapi).counts.since(from);
  const decisions = counts.filter(({ dimension }) => dimension === 'decisions');
  return { asks, touched: decisions.reduce((sum, { total }) => sum + total, 0) };
}
