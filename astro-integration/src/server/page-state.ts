import type { ComponentPage } from '../ui/page.ts';
import type { ConsentLocals } from './locals.ts';

/**
 * What is known of the page that answers a request. It travels with the request, where our components find it: to
 * make Astro's own object for each of them would cost a page more than all that they do with it.
 */
export interface PageState extends ComponentPage {
  consent: ConsentLocals;
  /** What `<head>` is to begin with; null where the page places it by itself, and once it is written. */
  head: string | null;
}

const STATE = Symbol.for('permesso.page');

type Carrier = Request & { [STATE]?: PageState };

/** The state of the page that answers this request; undefined where the middleware did not run. */
export const stateOf = (request: Carrier): PageState | undefined => request[STATE];

export function carry(request: Carrier, state: PageState): PageState {
  request[STATE] = state;
  return state;
}
