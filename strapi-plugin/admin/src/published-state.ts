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

/** The name of a category by its key; the key itself until it is known, and for a category that is gone. */
export function useCategoryLabel(): (key: string) => string {
  const state = usePublishedState();
  const categories = state.state === 'loaded' ? state.value.categories : null;
  return useCallback(
    (key) => categories?.find((category) => category.key === key)?.label ?? key,
    [categories],
  );
}
