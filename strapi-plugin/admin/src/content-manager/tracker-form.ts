import type { TrackerKind } from '@permesso/consent-core';
import type { TrackerDraft } from '../../../server/src/catalogue/tracker-effect';
import type { PublishedState } from '../api/contract';
import { rowsOf, storedRows } from '../fields/cookie-table/rows';

interface Relation {
  connect?: { documentId?: string; id?: number | string }[];
  disconnect?: unknown[];
}

/** Reads the form's values. The content manager keeps JSON as text, and of a relation only what changed. */
export function trackerDraft(values: object, documentId: string | null, state: PublishedState): TrackerDraft {
  const value = (name: string): unknown => Reflect.get(values, name);
  const text = (name: string): string => {
    const given = value(name);
    return typeof given === 'string' ? given.trim() : '';
  };
  const attributes = parsed(value('loaderAttributes'), {});
  const environments = parsed(value('environments'), []);
  return {
    documentId,
    enabled: value('enabled') === true,
    kind: (text('kind') || 'script') as TrackerKind,
    category: categoryOf(value('category') as Relation | null | undefined, documentId, state),
    src: text('loaderSrc'),
    inline: text('loaderInline'),
    lazy: value('loaderStrategy') === 'lazy',
    attributes:
      typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)
        ? (attributes as Record<string, unknown>)
        : null,
    consentModeManaged: value('consentModeManaged') === true,
    adapter: text('adapter') || null,
    environments:
      Array.isArray(environments) && environments.every((name) => typeof name === 'string')
        ? environments
        : null,
    cookies: storedRows(rowsOf(value('cookies'))),
  };
}

function categoryOf(
  relation: Relation | null | undefined,
  documentId: string | null,
  { categories, trackers }: PublishedState,
): TrackerDraft['category'] {
  const chosen = relation?.connect?.at(-1)?.documentId;
  if (chosen) return categories.find((category) => category.documentId === chosen) ?? null;
  if (relation?.disconnect?.length) return null;
  const saved = trackers.find((tracker) => tracker.documentId === documentId)?.category;
  return categories.find(({ key }) => key === saved) ?? null;
}

function parsed(value: unknown, empty: unknown): unknown {
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
