import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'loaded'; value: T };

/**
 * What a route of the plugin answers, asked again whenever the address changes or `reload` is called.
 *
 * @param path null where nothing is to be asked
 */
export function useRequest<T>(path: string | null): { answer: Loaded<T>; reload: () => void } {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Loaded<T>>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again.
  useEffect(() => {
    const controller = new AbortController();
    const unless = (settle: () => void) => !controller.signal.aborted && settle();
    setAnswer({ state: 'loading' });
    if (path === null) return;
    get<T>(path, { signal: controller.signal }).then(
      ({ data }) => unless(() => setAnswer({ state: 'loaded', value: data })),
      (error: unknown) => unless(() => setAnswer({ state: 'failed', error })),
    );
    return () => controller.abort();
  }, [get, path, turn]);
  return { answer, reload: useCallback(() => setTurn((count) => count + 1), []) };
}
