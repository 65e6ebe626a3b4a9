import { attachDeclared, type ConsentExpr } from '@permesso/consent-core';
import { attachGates } from './gates.ts';
import { grants, onGrant } from './grants.ts';

/** Serves what the page's own markup makes wait for consent: gates, scripts, frames and islands. */
export function attachMarkup(): void {
  attachGates();
  attachDeclared(grants);
  serveDirectives();
}

const WAITING = Symbol.for('permesso.waiting');
type Wish = [expr: ConsentExpr, hydrate: () => void];

/** `client:consent`: islands wait in a queue that this takes over. */
function serveDirectives(): void {
  const scope = globalThis as { [WAITING]?: Wish[] | { push(wish: Wish): void } };
  const waiting = scope[WAITING];
  const push = ([expr, hydrate]: Wish) => {
    let wanted: (() => void) | null = hydrate;
    onGrant(expr, () => {
      wanted?.();
      wanted = null;
    });
  };
  scope[WAITING] = { push };
  if (Array.isArray(waiting)) waiting.forEach(push);
}
