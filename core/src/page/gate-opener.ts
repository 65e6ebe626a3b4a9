/**
 * Stands in a page before the first gate that the server sent open. What such a gate holds is inert until here today's
 * cookie is asked: the page may be older than that. Each opens as the parser passes it, before anything of it is painted.
 */
import { closeGate, GATE, openGate } from './gate.ts';
import { grants } from './grants.ts';
import { expressionOf } from './ledger.ts';

const settle = () => {
  for (const gate of document.querySelectorAll<HTMLElement>(GATE)) {
    if (grants.has(expressionOf(gate))) openGate(gate);
    else closeGate(gate);
  }
};

// Afterwards the page's runtime follows them; a page that client-side navigation puts in place is its as well.
if (document.readyState === 'loading') {
  const observer = new MutationObserver(settle);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    settle();
    observer.disconnect();
  });
}
