import { act } from '../act.ts';
import { page } from '../page.ts';
import { follow, pageStore } from '../store.ts';

page().parts.store = { pageStore, follow, act: (control) => act(pageStore(), control) };
