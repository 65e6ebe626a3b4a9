import { useCallback } from 'react';
import { consentApi, OF_CONTENT } from './api';
import type { PublishedState } from './api/contract';
import { useTexts } from './texts';

const { useConsentPublishedStateQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentPublishedState: build.query<PublishedState, string>({
      ...OF_CONTENT,
      query: (locale) => `/consent/published-state?locale=${locale}`,
    }),
  }),
});

/** What is published now; categories carry their names in the administrator's language where they have one. */
export function usePublishedState() {
  const { intl } = useTexts();
  return useConsentPublishedStateQuery(intl.locale.split('-')[0] ?? 'en');
}

/** The name of a category, or of a service, by its key; the key itself until it is known, and for what is gone. */
export function useCategoryLabel(): (key: string) => string {
  const { data: known } = usePublishedState();
  return useCallback(
    (key) =>
      known?.categories.find((category) => category.key === key)?.label ??
      known?.trackers.find((tracker) => (tracker.key ?? tracker.documentId) === key)?.name ??
      key,
    [known],
  );
}
