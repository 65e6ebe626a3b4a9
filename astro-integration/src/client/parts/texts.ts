import { askTexts } from '../ask-texts.ts';
import { page } from '../page.ts';

page().parts.texts = askTexts;
