import { readCmsAnswer } from '../cms-answer.ts';
import { page } from '../page-state.ts';

/** What reads answers of the CMS, for pages that ask it themselves. */
page().parts.cms ??= { readCmsAnswer };
