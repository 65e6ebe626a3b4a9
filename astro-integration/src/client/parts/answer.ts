import { act, prepareAnswer } from '../answer.ts';
import { bannerShows } from '../due.ts';
import { page } from '../page.ts';
import { attachBanner } from '../shown.ts';

page().parts.answer = { act, attachBanner };
if (bannerShows()) prepareAnswer();
