import { page } from './page-state.ts';

/** Asks for what holds for this visitor; for an answer that is under way already nobody is asked twice. */
export function requestConfig(url: string): Promise<Response> {
  const { early = {} } = page();
  const answer = early[url];
  delete early[url];
  return answer ?? fetch(url, { headers: { accept: 'application/json' }, cache: 'no-cache' });
}

/**
 * Asks while the page is still being read: what a visitor sees of a page that is the same for all waits for this answer, and then
 * for nothing more.
 */
export function requestEarly(url: string): void {
  const answer = requestConfig(url);
  // Whoever takes it finds out; until then nobody has to.
  answer.catch(() => {});
  page().early = { [url]: answer };
}
