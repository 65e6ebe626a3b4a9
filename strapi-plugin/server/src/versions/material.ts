/**
 * What the material versions are made of: nothing else asks visitors again. Free of everything that only a server
 * has, so that the admin can say beforehand what a change will do.
 */

export interface MaterialCategory {
  key: string;
  required: boolean;
}

export interface MaterialTracker {
  id: string;
  enabled: boolean;
  /** Key of its category; without one it is never served. */
  category: string | null;
  kind: string;
}

export interface MaterialDocument {
  kind: string;
  effectiveDate: string | null;
}

/** Only these documents are what consent is based on. */
const MATERIAL_KINDS: readonly string[] = ['privacy', 'cookies'];

export const isMaterialKind = (kind: string): boolean => MATERIAL_KINDS.includes(kind);

export const materialCategories = (categories: readonly MaterialCategory[]) =>
  categories.map(({ key, required }) => ({ key, required })).sort((a, b) => byCodeUnit(a.key, b.key));

export const materialTrackers = (trackers: readonly MaterialTracker[]) =>
  trackers
    .filter(({ enabled, category }) => enabled && category)
    .map(({ id, category, kind }) => ({ id, category, kind }))
    .sort((a, b) => byCodeUnit(a.id, b.id));

export const materialDocuments = (documents: readonly MaterialDocument[]) =>
  documents
    .filter(({ kind }) => isMaterialKind(kind))
    .map(({ kind, effectiveDate }) => `${kind} ${effectiveDate ?? ''}`)
    .sort(byCodeUnit);

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
