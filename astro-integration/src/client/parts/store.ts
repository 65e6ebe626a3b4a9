// Shares with it what decides; it is there already where the store is loaded to take over.
import './answer.ts';
import { act } from '../act.ts';
import { adoptConfig, askConfig } from '../config.ts';
import { page } from '../page.ts';
import { follow, pageStore } from '../store.ts';

page().parts.store = {
  pageStore,
  follow,
  askConfig,
  adoptConfig,
  act: (control) => act(pageStore(), control),
};
