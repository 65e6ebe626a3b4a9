/**
 * What every page runs. A visitor who has decided gets the trackers and the delegated clicks, and nothing else; the
 * store, the banner, the preferences and what serves gates come when there is a use for them.
 */
import './urls.ts';
import { attachActions } from './actions.ts';
import { hears, isDue } from './due.ts';
import { attachNavigation } from './navigation.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { attachPageTrackers, watchMarkup } from './trackers.ts';

const { facts } = page();
const needStore = () => withPart('store', ({ pageStore }) => pageStore());

attachPageTrackers();
watchMarkup();
attachActions();
attachNavigation();
if (isDue(facts)) needStore();
else if (facts?.payload.config) hears(facts.payload.head.name, needStore);
