import { stateOf } from './page-state.ts';

/**
 * What compiled components write behind `<head>` (see `headPlugin`): once, and nothing where nothing waits. A chunk of
 * its own, since Astro searches the first one of a page for a doctype, and ours is long.
 */
export function writeHead({ request }: { request: Request }): unknown {
  const state = stateOf(request);
  if (!state?.head) return '';
  const { head } = state;
  state.head = null;
  return head;
}
