import { withPart } from './parts.ts';

/** Markup that waits for consent: gates, islands, and what is declared so (see `declared-markup.ts`). */
export const WAITING_MARKUP =
  '[data-consent-gate],astro-island[client=consent],script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

const waits = (node: Node) =>
  node instanceof Element && (node.matches(WAITING_MARKUP) || node.querySelector(WAITING_MARKUP) !== null);

/** Loads what serves markup that waits for consent as soon as the document has some, now or later. */
export function watchMarkup(): void {
  const serve = () => {
    observer.disconnect();
    withPart('markup', ({ attachMarkup }) => attachMarkup());
  };
  // Of what changes only what was added is looked at: most pages never have any.
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(waits))) serve();
  });
  if (waits(document.documentElement)) serve();
  else observer.observe(document, { childList: true, subtree: true });
}
