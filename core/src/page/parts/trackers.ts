import type { Parts } from '../page-state.ts';
import { attachPageTrackers } from '../page-trackers.ts';

/** What loads the trackers of the configuration. */
export const part: Parts['trackers'] = { attachPageTrackers };
