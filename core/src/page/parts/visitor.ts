import { keepBanner } from '../banner-upkeep.ts';
import { page } from '../page-state.ts';
import { askConfig, askWithoutConfig, followPage, renewConfig } from '../visitor-config.ts';

/** What makes a page that was written for everybody, or some time ago, that of its visitor of now. */
page().parts.visitor ??= { askConfig, askWithoutConfig, renewConfig, followPage, keepBanner };
