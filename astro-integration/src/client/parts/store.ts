import { page } from '../page.ts';
import { follow, pageStore } from '../store.ts';

page().parts.store = { pageStore, follow };
