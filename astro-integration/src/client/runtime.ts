/**
 * What every page runs. A visitor who has decided gets the trackers and the delegated clicks, and nothing else, and one
 * who sees the banner what answers it; the store, the preferences and what serves gates come when there is a use.
 */
import './urls.ts';
import { attachActions } from './actions.ts';
import { bannerShows, isDue } from './due.ts';
import { attachNavigation } from './navigation.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { hearTabs } from './tabs.ts';
import { attachPageTrackers, watchMarkup } from './trackers.ts';

const { facts } = page();
const needStore = () => withPart('store', ({ pageStore }) => pageStore());

attachPageTrackers();
watchMarkup();
attachActions();
attachNavigation();
if (bannerShows()) withPart('answer', ({ attachBanner }) => attachBanner());
if (isDue(facts)) needStore();
else if (facts?.payload.config) hearTabs(facts.payload.head.name, needStore);
