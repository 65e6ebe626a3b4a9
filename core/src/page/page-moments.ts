/** A page that speculation rules have the browser prepare, before anybody sees it; not every browser knows it. */
export interface PrerenderingDocument extends Document {
  prerendering?: boolean;
}

const waiting: (() => void)[] = [];

function runAll(): void {
  for (const effect of waiting.splice(0)) effect();
}

/**
 * Runs an effect of a decision once the page has painted what its visitor sees of it, after those that wait already. What
 * is decided is in the cookie and in the outbox by then; trackers, gates and tags would hold up the paint. At once where the
 * page is hidden or being left: then no paint follows.
 */
export function afterPaint(effect: () => void): void {
  if (waiting.push(effect) > 1) return;
  // A page that is hidden before it paints paints no more, and on a phone that may be the last that it hears.
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, runAll, { once: true });
  if (document.hidden) runAll();
  else requestAnimationFrame(() => setTimeout(runAll));
}

/** Calls `run` when the page has nothing better to do. Safari has no idle moments to ask for. */
export function whenIdle(run: () => void): void {
  globalThis.requestIdleCallback?.(run, { timeout: 3000 }) ?? setTimeout(run, 1000);
}

/** Calls `run` when the page is before its visitor: at once, but in a page that the browser prepares ahead. */
export function whenShown(run: () => void): void {
  if ((document as PrerenderingDocument).prerendering) {
    document.addEventListener('prerenderingchange', run, { once: true });
  } else run();
}
