import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { Waiting } from './api/contract';
import { useAllowed } from './permissions';

/** What waits to be published by hand. */
export type WaitingRelease = Extract<Waiting, { mode: 'manual' }>;

/** Something was saved on a page of the plugin: what waits is another thing. */
const SAVED = 'consent:saved';

export const tellOfSave = (): boolean => window.dispatchEvent(new Event(SAVED));

/**
 * What waits to be published; null until that is known, where each save is published, and for those who may not see it.
 *
 * @param place asked again where it is another
 */
export function useWaiting(place: string): WaitingRelease | null {
  const { get } = useFetchClient();
  const allowed = useAllowed('releases');
  const [waiting, setWaiting] = useState<WaitingRelease | null>(null);
  const [saves, setSaves] = useState(0);
  useEffect(() => {
    const saved = () => setSaves((count) => count + 1);
    window.addEventListener(SAVED, saved);
    return () => window.removeEventListener(SAVED, saved);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place and a save ask again.
  useEffect(() => {
    if (!allowed) return;
    const controller = new AbortController();
    get<Waiting>('/consent/releases/waiting', { signal: controller.signal }).then(
      ({ data }) => {
        if (!controller.signal.aborted) setWaiting(data.mode === 'manual' ? data : null);
      },
      // The page below says what does not answer.
      () => undefined,
    );
    return () => controller.abort();
  }, [get, allowed, place, saves]);
  return waiting;
}
