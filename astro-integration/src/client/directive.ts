import type { ConsentExpr } from '@permesso/consent-core';
import type { ClientDirective } from 'astro';

const WAITING = Symbol.for('permesso.waiting');
type Wish = [expr: ConsentExpr, run: () => void];

/**
 * `client:consent="marketing"`: hydrates once the category, or the expression, is granted. Bundled alone and run
 * before what serves markup; it leaves its wish in a queue. Where that never comes nothing is ever hydrated.
 */
const consentDirective: ClientDirective = (load, { value }, el) => {
  const hydrate = async () => {
    // The page may be another one by now.
    if (el.isConnected) await (await load())();
  };
  const scope = globalThis as { [WAITING]?: { push(wish: Wish): unknown } };
  scope[WAITING] ??= [];
  scope[WAITING].push([value as ConsentExpr, hydrate]);
};

export default consentDirective;
