import { stateOf } from './page-state.ts';

/** The part of Astro's destination of a page that takes what is written. */
interface Destination {
  write(chunk: string): void;
}

/** What compiled components write behind `<head>` (see `headPlugin`): once, and nothing where nothing waits. */
export function writeHead({
  request,
}: {
  request: Request;
}): '' | { render(destination: Destination): void } {
  const state = stateOf(request);
  if (!state?.head) return '';
  const { head } = state;
  state.head = null;
  // A chunk of its own: Astro searches the first one of a page for a doctype, and ours is long.
  return { render: (destination) => destination.write(head) };
}
