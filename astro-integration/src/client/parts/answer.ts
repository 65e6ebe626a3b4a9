import { act, prepareAnswers } from '../answer.ts';
import { page } from '../page.ts';
import { attachBanner } from '../shown.ts';

page().parts.answer = { act, attachBanner };
prepareAnswers();
