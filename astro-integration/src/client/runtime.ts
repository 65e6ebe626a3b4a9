/**
 * What every page runs. A visitor who has decided gets the loader, the gates and the delegated clicks, and nothing
 * else; the store, the banner and the preferences come when there is a use for them.
 */
import { attachLoader, type ConsentExpr, type ConsentStore } from '@permesso/consent-core';
import { attachActions } from './actions.ts';
import { hears, isDue } from './due.ts';
import { attachGates } from './gates.ts';
import { attachNavigation } from './navigation.ts';
import { grants, onGrant, page } from './page.ts';

/** Gives the store: in the same task where it is there already. */
function withStore(use: (store: ConsentStore) => void = () => {}): void {
  const { store } = page();
  if (store) use(store);
  else import('./full.ts').then(({ pageStore }) => use(pageStore()), reportError);
}

function openPreferences(store: ConsentStore, opener: Element): void {
  if (!store.config.enabled) return;
  import('./preferences.ts').then((module) => module.openPreferences(store, opener), reportError);
}

/** Serves `client:consent`: islands wait in a queue that this takes over. */
function serveDirectives(): void {
  const WAITING = Symbol.for('permesso.waiting');
  type Wish = [expr: ConsentExpr, run: () => void];
  const scope = globalThis as { [WAITING]?: Wish[] | { push(wish: Wish): void } };
  const waiting = scope[WAITING];
  const push = ([expr, run]: Wish) => {
    let done = false;
    onGrant(expr, () => {
      if (!done) run();
      done = true;
    });
  };
  scope[WAITING] = { push };
  if (Array.isArray(waiting)) waiting.forEach(push);
}

const { facts } = page();
const config = facts?.payload.config;
attachLoader(grants, config?.trackers ?? []);
attachGates();
attachActions(withStore, openPreferences, () => location.pathname === `${facts?.payload.base}/preferences`);
attachNavigation();
serveDirectives();
if (isDue(facts)) withStore();
else if (config) hears(config.cookie.name, () => withStore());
