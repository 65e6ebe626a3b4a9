import { unescapeHTML } from 'astro/runtime/server/index.js';

/** What a page's `<head>` is to begin with, and whether the page has written it while it was rendered. */
export interface PageHead {
  markup: string;
  written: boolean;
}

const waiting = new WeakMap<Request, PageHead>();

/** Has the page that answers this request begin its head with `markup`; see `headPlugin`. */
export function awaitHead(request: Request, markup: string): PageHead {
  const head = { markup, written: false };
  waiting.set(request, head);
  return head;
}

/** What compiled components write behind `<head>`: once, and nothing where nothing waits. */
export function writeHead(result: { request: Request }): unknown {
  const head = waiting.get(result.request);
  if (!head || head.written) return '';
  head.written = true;
  return unescapeHTML(head.markup);
}
