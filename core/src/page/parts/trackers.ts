import { addPart } from '../page-state.ts';
import { attachPageTrackers } from '../page-trackers.ts';

/** What loads the trackers of the configuration. */
addPart('trackers', { attachPageTrackers });
