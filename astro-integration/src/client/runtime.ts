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

const { facts, listeners } = page();
const needStore = () =>
  withPart(
    'store',
    ({ pageStore }) => pageStore(),
    () => listeners.forEach((listener) => void listener()),
  );

/**
 * A decision was made, here or in another tab: what the head judged grants nothing more, for it may be a refusal. Where
 * the store does not come, who follows the grants is told so.
 */
const judgeAnew = () => {
  facts!.judged.decisions = {};
  needStore();
};

attachPageTrackers();
watchMarkup();
attachActions();
attachNavigation();
if (bannerShows()) withPart('answer', ({ attachBanner }) => attachBanner());
if (isDue(facts)) needStore();
else hearTabs(facts!.payload.head.name, judgeAnew);
