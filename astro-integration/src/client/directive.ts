import type { ConsentExpr } from '@permesso/consent-core';
import type { ClientDirective } from 'astro';

const WAITING = Symbol.for('permesso.waiting');
type Wish = [expr: ConsentExpr, hydrate: () => void, close: () => void];

/**
 * `client:consent="marketing"`: hydrates once the category, or the expression, is granted, and is as the server wrote it
 * once that is revoked. Bundled alone and run before what serves markup; it leaves its wish in a queue. Where that never
 * comes nothing is ever hydrated.
 */
const consentDirective: ClientDirective = (load, { value }, el) => {
  const closed = asWritten(el);
  let hydrated = Promise.resolve();
  const hydrate = async () => {
    // The page may be another one by now.
    if (el.isConnected) await (await load())();
  };
  const close = async () => {
    // Another element, for renderers hydrate one once; it comes here again as it is put into the page.
    el.replaceWith(closed);
    await hydrated.catch(() => {});
    // By this event Astro has renderers end what they began, each what is its own.
    for (const island of [el, ...el.querySelectorAll('astro-island')])
      island.dispatchEvent(new CustomEvent('astro:unmount'));
  };
  const scope = globalThis as { [WAITING]?: { push(wish: Wish): unknown } };
  scope[WAITING] ??= [];
  scope[WAITING].push([
    value as ConsentExpr,
    () => {
      hydrated = hydrate();
    },
    close,
  ]);
};

/** A copy of an island that nothing has happened to yet, but that gates in its slots may be open: those open by themselves. */
function asWritten(island: HTMLElement): Node {
  const copy = island.cloneNode(true) as HTMLElement;
  for (const content of copy.querySelectorAll('[data-consent-content]')) content.remove();
  return copy;
}

export default consentDirective;
