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
import '../../../core/src/page/parts/preferences.ts';

/** What visitors see of it, without waiting for its files: a store, the banner, the preferences and the clicks. */
const preferences = page().parts.preferences!;
const { config, gpc } = JSON.parse(document.querySelector('#facts')!.textContent!);
const store = createConsentStore({ config, gpc });
Object.assign(window, { store });
page().parts.consent = {
  startStore: async () => store,
  act: (control) => doAsAsked(store, control),
};
adoptStore(store);
store.subscribe(({ ui }, before) => {
  reflect(store);
  if (before?.ui === 'preferences') preferences.offerReload(store);
  if (ui === 'preferences') preferences.openPreferences();
});
keepBanner(store);
attachControls();
