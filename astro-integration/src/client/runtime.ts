/**
 * What every page runs. A visitor who has decided gets the trackers and the delegated clicks, and nothing else; the
 * store, the banner, the preferences and what serves gates come when there is a use for them.
 */
import type { ConsentExpr, ConsentStore } from '@permesso/consent-core';
import { attachActions } from './actions.ts';
import { hears, isDue } from './due.ts';
import { attachNavigation } from './navigation.ts';
import { onGrant, page } from './page.ts';
import { withPart } from './parts.ts';
import { attachPageTrackers, watchMarkup } from './trackers.ts';

/** Gives the store: in the same task where it is there already. */
function withStore(use: (store: ConsentStore) => void = () => {}): void {
  const { store } = page();
  if (store) use(store);
  else withPart('store', ({ pageStore }) => use(pageStore()));
}

/** Serves `client:consent`: islands wait in a queue that this takes over. */
function serveDirectives(): void {
  const WAITING = Symbol.for('permesso.waiting');
  type Wish = [expr: ConsentExpr, run: () => void];
  const scope = globalThis as { [WAITING]?: Wish[] | { push(wish: Wish): void } };
  const waiting = scope[WAITING];
  const push = ([expr, run]: Wish) => {
    let wanted: (() => void) | null = run;
    onGrant(expr, () => {
      wanted?.();
      wanted = null;
    });
  };
  scope[WAITING] = { push };
  if (Array.isArray(waiting)) waiting.forEach(push);
}

const { facts } = page();
attachPageTrackers();
watchMarkup();
attachActions(withStore);
attachNavigation();
serveDirectives();
if (isDue(facts)) withStore();
else if (facts?.payload.config) hears(facts.payload.head.name, () => withStore());
