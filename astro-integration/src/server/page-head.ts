import { unescapeHTML } from 'astro/runtime/server/index.js';

/** What a page's `<head>` is to begin with, and whether the page has written it while it was rendered. */
export interface PageHead {
  markup: string;
  written: boolean;
}

const waiting = Symbol('consent head');

interface Waiting {
  [waiting]?: PageHead;
}

/** Has the page that answers this request begin its head with `markup`; see `headPlugin`. */
export function awaitHead(request: Request & Waiting, markup: string): PageHead {
  const head = { markup, written: false };
  request[waiting] = head;
  return head;
}

/** What compiled components write behind `<head>`: once, and nothing where nothing waits. */
export function writeHead(result: { request: Request & Waiting }): unknown {
  const head = result.request[waiting];
  if (!head || head.written) return '';
  head.written = true;
  // A chunk of its own: Astro searches the first one of a page for a doctype, and ours is long.
  return {
    render: (destination: { write(chunk: unknown): void }) => destination.write(unescapeHTML(head.markup)),
  };
}
