import { createConsentStore } from '@permesso/consent-core';
import {
  adoptStore,
  attachControls,
  doAsAsked,
  keepBanner,
  page,
  reflect,
} from '@permesso/consent-core/page';
import '../../src/client/navigation.ts';
import { attachCleanup } from '../../../core/src/page/cleanup.ts';
import { openPreferences } from '../../../core/src/page/preferences-dialog.ts';
import { offerReload } from '../../../core/src/page/reload-offer.ts';

/** What visitors see of it, without waiting for its files: a store, the banner, the preferences and the clicks. */
const { config, gpc } = JSON.parse(document.querySelector('#facts')!.textContent!);
const store = createConsentStore({ config, gpc });
Object.assign(window, { store });
page().parts.consent = {
  startStore: async () => store,
  act: (control) => doAsAsked(store, control),
};
page().parts.preferences = {
  openPreferences,
  offerReload,
  attachCleanup: (one, granted) => void attachCleanup(one, undefined, granted),
};
adoptStore(store);
store.subscribe(({ ui }, before) => {
  reflect(store);
  if (before?.ui === 'preferences') offerReload(store);
  if (ui === 'preferences') openPreferences();
});
keepBanner(store);
attachControls();
