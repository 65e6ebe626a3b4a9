import { attachAdapted } from '../adapted.ts';
import { page } from '../page.ts';

page().parts.adapters = attachAdapted;
