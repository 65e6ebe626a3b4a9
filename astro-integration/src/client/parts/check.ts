import { isConfig } from '../config-check.ts';
import { page } from '../page.ts';

page().parts.check = isConfig;
