import { basesAt, type ConsentDecisions, type ConsentModel } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { getEvidenceStore } from '../evidence';
import type { SnapshotContent } from '../evidence/store';

/** All of a shown config that decides what a record may say of single services. */
export interface ServiceTerms extends Pick<SnapshotContent, 'services' | 'granularity' | 'bases'> {
  /** Keys of the categories that are no choice. */
  required: readonly string[];
}

/** Of a config without any services. */
export const NO_SERVICES: ServiceTerms = { required: [] };

/** Where a visitor decided. */
interface Place {
  country: string | null;
  region: string | null;
  model: ConsentModel;
}

/** Reads what snapshots say of services, by their hashes, and keeps the last hundred: what a hash names never changes. */
export function serviceTerms(strapi: Core.Strapi): (snapshot: string) => Promise<ServiceTerms> {
  const known = new LRUCache<string, ServiceTerms>({ max: 100 });
  return async (snapshot) => {
    const kept = known.get(snapshot);
    if (kept) return kept;
    const found = await getEvidenceStore(strapi).snapshots.byHash(snapshot);
    // Nothing can be stored of one that is gone.
    if (!found) return NO_SERVICES;
    const { services, granularity, bases, categories } = found.content;
    const required = categories.filter((category) => category.required === true).map(({ key }) => key);
    const terms: ServiceTerms = { services, granularity, bases, required };
    known.set(snapshot, terms);
    return terms;
  };
}

/**
 * What pages may say of single services, as they were shown: what is away is left out. A refusal stands whatever the category
 * and the granularity are (C3); a grant where visitors decide service by service, and on consent. Undefined where nothing is left.
 */
export function keptServices(
  said: ConsentDecisions = {},
  { services = {}, granularity, bases = {}, required }: ServiceTerms,
  { model, ...place }: Place,
): ConsentDecisions | undefined {
  const withoutConsent = model === 'opt-in' ? basesAt(bases, place) : {};
  const isGrantable = (category: string) =>
    granularity === 'service' && !required.includes(category) && !Object.hasOwn(withoutConsent, category);
  const kept = Object.entries(said).filter(([name, granted]) => {
    const category = Object.hasOwn(services, name) ? services[name] : undefined;
    return category !== undefined && (!granted || isGrantable(category));
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
