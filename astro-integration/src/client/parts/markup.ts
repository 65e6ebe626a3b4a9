import { attachMarkup } from '../markup.ts';
import { page } from '../page.ts';

page().parts.markup = attachMarkup;
