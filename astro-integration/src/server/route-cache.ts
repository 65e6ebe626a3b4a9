import type { APIContext } from 'astro';

/**
 * Takes an answer out of Astro's route caching, whatever the site's rules say. A component that is still being rendered
 * may ask for it later: by then nothing looks at the headers any more.
 */
export function neverCache(cache: APIContext['cache'] | undefined): void {
  if (!cache?.enabled) return;
  cache.set(false);
  Object.defineProperty(cache, 'set', { value() {}, configurable: true });
}
