import type { ConsentModel } from '@permesso/consent-core';
import type { VisitKind, VisitRecord } from '../observe/observations';
import type { ProfileTraits } from './profile';

export interface VisitorTraits extends ProfileTraits {
  kind: VisitKind;
  category?: string | null;
  service?: string | null;
  model: ConsentModel;
}

/** The record of a visit that begins. */
export const newRecord = ({ kind, category, service, place, gpc, model }: VisitorTraits): VisitRecord => ({
  kind,
  category: category ?? null,
  service: service ?? null,
  place: place ?? null,
  gpc: gpc ?? false,
  model,
  pages: [],
  requests: [],
  entries: [],
  signals: [],
  pictures: [],
  bannerSeen: false,
  clicks: null,
  askedAgain: null,
  notes: [],
  complete: true,
});
