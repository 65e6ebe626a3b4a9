import type { TrackerKind } from '@permesso/consent-core';
import type { TrackerDraft } from '../../../server/src/catalogue/tracker-effect';
import type { PublishedState } from '../api/contract';
import { rowsOf, storedRows } from '../fields/cookie-table/rows';

interface Relation {
  connect?: { documentId?: string; id?: number | string }[];
  disconnect?: unknown[];
}

/**
 * Reads the form's values. The content manager keeps JSON as text, and of a relation only what changed.
 *
 * @param opened the values that the form was opened with
 */
export function trackerDraft(
  values: object,
  documentId: string | null,
  state: PublishedState,
  opened: object = values,
): TrackerDraft {
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
    cookies: cookiesOf(values, opened) ?? state.trackers.find(isSaved(documentId))?.cookies ?? [],
  };
}

const isSaved = (documentId: string | null) => (tracker: { documentId: string }) =>
  tracker.documentId === documentId;

/** Null where this language has listed none, nor lists any: then another one's list holds. */
function cookiesOf(...forms: [values: object, opened: object]): TrackerDraft['cookies'] | null {
  const [now, before] = forms.map((form) => storedRows(rowsOf(Reflect.get(form, 'cookies'))));
  return now?.length || before?.length ? (now ?? []) : null;
}

function categoryOf(
  relation: Relation | null | undefined,
  documentId: string | null,
  { categories, trackers }: PublishedState,
): TrackerDraft['category'] {
  const chosen = relation?.connect?.at(-1)?.documentId;
  if (chosen) return categories.find((category) => category.documentId === chosen) ?? null;
  if (relation?.disconnect?.length) return null;
  const saved = trackers.find(isSaved(documentId))?.category;
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
