import type { ConsentExpr } from '../contract/config.ts';
import { closeContent } from './closed-content.ts';
import { attachDeclared } from './declared-markup.ts';
import { attachGates } from './gates.ts';
import { grants, onGrant } from './grants.ts';
import { attachHeld } from './held-attributes.ts';
import { attachTrackers } from './loader.ts';
import { categoryGrants, page } from './page-state.ts';
import { isAdapted, pageTrackers } from './page-trackers.ts';
import { announceRemoved } from './removed-content.ts';
import { attachAdapters } from './vendor-consent.ts';

let isAttached = false;

/** Serves what the page's own markup makes wait for consent: gates, scripts, frames and components. */
export function attachMarkup(): void {
  if (isAttached) return;
  isAttached = true;
  attachGates();
  attachHeld(grants);
  attachDeclared(grants);
  serveComponents();
}

const WAITING = Symbol.for('permesso.waiting');
type Wish = [expr: ConsentExpr, start: () => void, component: Element, copy: Element];

/**
 * Components of a framework: an adapter has them wait in a queue that this takes over, each with a copy of what it was before it started.
 * What waits for consent within it may have been opened by then.
 */
function serveComponents(): void {
  const scope = globalThis as { [WAITING]?: Wish[] | { push(wish: Wish): void } };
  const waiting = scope[WAITING];
  const push = ([expr, start, component, copy]: Wish) => {
    const stop = onGrant(expr, start, () => {
      stop();
      closeContent(copy);
      // Another element, for frameworks start one once; it comes here by itself as it is put into the page, and waits anew.
      component.replaceWith(copy);
      announceRemoved(component);
    });
  };
  scope[WAITING] = { push };
  if (Array.isArray(waiting)) waiting.forEach(push);
}

let isToldToVendors = false;

/** Tells the vendors' own consent APIs what is granted, and loads their trackers: in this order. */
export function attachVendors(): void {
  if (isToldToVendors) return;
  isToldToVendors = true;
  attachAdapters(categoryGrants, () => {
    const { store, facts } = page();
    const { categories = [], granularity } = store?.config ?? facts?.payload.config ?? {};
    return { trackers: pageTrackers(), categories, granularity };
  });
  attachTrackers(categoryGrants, () => pageTrackers().filter(isAdapted));
}
