import { useCallback } from 'react';
import type { PublishedState } from './api/contract';
import { type Loaded, useRequest } from './api/request';
import { useTexts } from './texts';

/** What is published now; categories carry their names in the administrator's language where they have one. */
export function usePublishedState(): Loaded<PublishedState> {
  const { intl } = useTexts();
  const locale = intl.locale.split('-')[0] ?? 'en';
  return useRequest<PublishedState>(`/consent/published-state?locale=${locale}`).answer;
}

/** The name of a category, or of a service, by its key; the key itself until it is known, and for what is gone. */
export function useCategoryLabel(): (key: string) => string {
  const state = usePublishedState();
  const known = state.state === 'loaded' ? state.value : null;
  return useCallback(
    (key) =>
      known?.categories.find((category) => category.key === key)?.label ??
      known?.trackers.find((tracker) => (tracker.key ?? tracker.documentId) === key)?.name ??
      key,
    [known],
  );
}
