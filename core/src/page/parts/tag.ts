import { keepBanner } from '../banner-upkeep.ts';
import { readCmsAnswer } from '../cms-answer.ts';
import { page } from '../page-state.ts';
import { storePart } from '../store-part.ts';
import { askConfig, askWithoutConfig, followPage, renewConfig } from '../visitor-config.ts';

/** What a page with a script tag always needs together: it knows neither its visitor nor its configuration. */
const { parts } = page();
parts.cms ??= { readCmsAnswer };
parts.visitor ??= { askConfig, askWithoutConfig, renewConfig, followPage, keepBanner };
parts.consent ??= storePart;
