import type { PendingConfig } from '../contract/config.ts';
import type { PrerenderingDocument } from './page-state.ts';

/** Whether nobody knows yet that a configuration still holds: then nothing optional runs by it. */
export const isPending = (config: PendingConfig | null | undefined): boolean => config?.pending === 'config';

/** Calls `run` when the page is before its visitor: at once, but in a page that the browser prepares ahead. */
export function whenShown(run: () => void): void {
  if ((document as PrerenderingDocument).prerendering) {
    document.addEventListener('prerenderingchange', run, { once: true });
  } else run();
}
