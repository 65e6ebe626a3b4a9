/** Whole pages through the gate (`gate: 'page'`). Apart, because few sites have it, and it brings a parser along. */
import { fileAnswer, gatePage, readableAnswer } from '@permesso/consent-core/content';
import { contentOptions, warnOnce } from './content-options.ts';
import type { PageState } from './page-state.ts';

/** What is made at build, as what it is served as. A page without a slash at its end is asked for as a file of that name would be. */
export const asServed = (answer: Response, url: URL): Response =>
  fileAnswer(answer, url, (message) =>
    warnOnce(`${message}; where it is a page, trailingSlash: 'always' will do, too`),
  );

/** An answer of the site's, in which nothing loads from a third party before it is granted. */
export const gatedAnswer = (
  answer: Response,
  { visit, mark }: PageState,
  { url }: Request,
): Response | Promise<Response> => gatePage(answer, visit, { ...contentOptions(url), mark });

/**
 * What answers a request, as it can be read. Nothing is to be compressed that is read again here, so whoever makes the answer is asked
 * for it as it is; what comes compressed all the same is undone, and what cannot be is not sent.
 */
export async function readable(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const accepted = request.headers.get('accept-encoding');
  try {
    // Without the header nobody compresses.
    if (accepted !== null) acceptEncoding(request, 'identity');
    const made = await answer();
    // A rewrite by a middleware on Netlify's edge is no answer.
    return made instanceof URL ? made : readableAnswer(made, warnOnce);
  } finally {
    // For whoever stands around this, and compresses what is sent.
    if (accepted !== null) acceptEncoding(request, accepted);
  }
}

function acceptEncoding({ headers }: Request, encodings: string): void {
  try {
    headers.set('accept-encoding', encodings);
  } catch {
    // The headers of some adapters are fixed.
  }
}
