import type { ConsentVersions } from '@permesso/consent-core';
import { validAssessments } from '../assessments/validity';
import { shortHash } from '../content/hash';
import { publishedContent } from '../content/published-content';
import type { Content } from '../content/site-content';
import { materialCategories, materialDocuments, materialTrackers } from './material';

/**
 * The four version hashes of some content. Categories, trackers and documents cover what is material, so only
 * such an edit asks visitors again; the policy version covers everything published, in every locale. Asking everyone
 * again changes all of them, so that it works whichever of them make a decision stale.
 *
 * @param at the moment whose assessments count
 */
export function versionsOf(content: Content, at: Date): ConsentVersions {
  const { reconsent } = content;
  const materialHash = (value: unknown) => shortHash(reconsent === null ? value : { value, reconsent });
  const categoriesVersion = materialHash(
    materialCategories(
      content.categories.map(({ shared }) => ({ key: shared.key, required: shared.required ?? false })),
    ),
  );
  const trackersVersion = materialHash(
    materialTrackers(
      content.trackers.map(({ documentId, shared }) => ({
        id: documentId,
        enabled: shared.enabled ?? false,
        category: shared.category?.key ?? null,
        kind: shared.kind,
      })),
    ),
  );
  const documentsVersion = materialHash(materialDocuments(content.documents));
  const policyVersion = shortHash({
    categoriesVersion,
    trackersVersion,
    documentsVersion,
    recording: recordingSetting(content),
    places: placeSettings(content),
    ...placeTerms(content, at),
    locales: Object.fromEntries(
      content.locales.all.map((locale) => [locale, publishedContent(content, locale)]),
    ),
  });
  return { policyVersion, categoriesVersion, trackersVersion, documentsVersion };
}

/** Which model applies where is published too: to each visitor that of their place. Null: the options decide. */
function placeSettings({ settings }: Content): unknown {
  const { regions, fallbackModel } = settings?.shared ?? {};
  return regions?.length || fallbackModel
    ? { regions: regions ?? [], fallbackModel: fallbackModel ?? null }
    : null;
}

/**
 * What else differs from place to place. Nothing where nothing is said: what was published before it could be keeps its version. Of
 * assessments those that hold: what rests on consent once one has run out is another version than what was exempt.
 */
function placeTerms(content: Content, at: Date): Record<string, unknown> {
  const months = content.settings?.shared.reaskRefusalAfterMonths;
  const assessed = validAssessments(content, at).map(({ id }) => id);
  return { ...(months ? { refusals: months } : {}), ...(assessed.length > 0 ? { assessed } : {}) };
}

/** Whether decisions are recorded is published; in which of the modes is not. Null: the options decide. */
function recordingSetting(content: Content): boolean | null {
  const mode = content.settings?.shared.recordingMode ?? null;
  return mode === null ? null : mode !== 'none';
}
