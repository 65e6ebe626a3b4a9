import { keepBanner } from '../banner-upkeep.ts';
import type { Parts } from '../page-state.ts';
import { askConfig, askWithoutConfig, followPage } from '../visitor-config.ts';

/** What makes a page that was written for everybody, or some time ago, that of its visitor of now. */
export const part: Parts['visitor'] = { askConfig, askWithoutConfig, followPage, keepBanner };
