import { page } from '../page-state.ts';
import { attachPageTrackers } from '../page-trackers.ts';

/** What loads the trackers of the configuration. */
page().parts.trackers ??= { attachPageTrackers };
