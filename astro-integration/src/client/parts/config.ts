import { askConfig } from '../config.ts';
import { page } from '../page.ts';

page().parts.config = askConfig;
