import { useEffect } from 'react';
import type { Waiting } from './api/contract';
import { useConsentWaitingQuery } from './pages/releases/api';
import { useAllowed } from './permissions';

/** What waits to be published by hand. */
export type WaitingRelease = Extract<Waiting, { mode: 'manual' }>;

/** How many changes there are; that the site has other languages is one. */
export const changesIn = ({
  differences,
  locales,
}: Pick<WaitingRelease, 'differences' | 'locales'>): number => differences.length + (locales ? 1 : 0);

/**
 * What waits to be published; null until that is known, where each save is published, and for those who may not see it.
 *
 * @param place asked again where it is another: somebody else may have saved meanwhile
 */
export function useWaiting(place = ''): WaitingRelease | null {
  const allowed = useAllowed('releases');
  const { data, isUninitialized, refetch } = useConsentWaitingQuery(undefined, { skip: !allowed });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place asks again.
  useEffect(() => {
    if (!isUninitialized) refetch();
  }, [isUninitialized, refetch, place]);
  return data?.mode === 'manual' ? data : null;
}
