import type { ConsentExpr } from '@permesso/consent-core';
import type { ClientDirective } from 'astro';

const WAITING = Symbol.for('permesso.waiting');
type Wish = [expr: ConsentExpr, start: () => unknown, component: Element, copy: Node];

/**
 * `client:consent="marketing"`: hydrates once the category, or the expression, is granted, and is as the server wrote it
 * once that is revoked. Bundled alone and run before what serves markup; it leaves its wish in a queue, and says so.
 * Where that never comes nothing is ever hydrated.
 */
const consentDirective: ClientDirective = (load, { value }, el) => {
  const hydrate = async () => {
    // The page may be another one by now.
    if (el.isConnected) await (await load())();
  };
  const scope = globalThis as { [WAITING]?: { push(wish: Wish): unknown } };
  scope[WAITING] ??= [];
  el.dataset.consentWait = '';
  scope[WAITING].push([value as ConsentExpr, hydrate, el, el.cloneNode(true)]);
  document.dispatchEvent(new Event('consentwait'));
};

export default consentDirective;
