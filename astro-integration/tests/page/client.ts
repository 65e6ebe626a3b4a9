import { createConsentStore } from '@permesso/consent-core';
import { act } from '../../src/client/act.ts';
import { attachActions } from '../../src/client/actions.ts';
import { adoptStore } from '../../src/client/adopt.ts';
import { mountBanner } from '../../src/client/banner.ts';
import { page } from '../../src/client/page.ts';
import { openPreferences } from '../../src/client/preferences.ts';
import { reflect } from '../../src/client/reflect.ts';
import { offerReload } from '../../src/client/reload.ts';
import { attachBanner } from '../../src/client/shown.ts';

/** The runtime's visible part, without waiting for it: a store, the banner, the preferences and the clicks. */
const { config, gpc } = JSON.parse(document.querySelector('#facts')!.textContent!);
const store = createConsentStore({ config, gpc });
Object.assign(window, { store });
adoptStore(store);
store.subscribe(({ ui }, before) => {
  reflect(store);
  if (before?.ui === 'preferences') offerReload(store);
  if (ui === 'preferences') openPreferences();
});
mountBanner(store);
attachBanner();
page().parts.answer = { act: (control) => act(store, control), attachBanner };
page().parts.preferences = openPreferences;
page().parts.reload = offerReload;
page().parts.tokens = () => {};
page().parts.store = {
  pageStore: () => store,
  follow: async () => {},
  askConfig: async () => {},
  adoptConfig() {},
  act: (control) => act(store, control),
};
attachActions();
