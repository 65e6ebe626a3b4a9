import type { PagePayload } from '../contract/payload.ts';
import { requestEarly } from './config-request.ts';
import { attachControls } from './controls.ts';
import { judgePage } from './judge-page.ts';
import { type PrerenderingDocument, page, withPart } from './page-state.ts';
import { startPage } from './start-page.ts';

/**
 * All that a page runs by itself, once: it judges before anything else does, answers controls, and loads what the page needs.
 *
 * @param files address of the folder with the parts, with its last slash
 * @param read gives what the page is told of its configuration
 */
export function runInHead(files: string, read: () => PagePayload): void {
  // A router may run the head of each page that it puts in place.
  if (page().files) return;
  page().files = files;
  judgePage(read);
  attachControls();
  askForVisitor();
  // Banner and gates are in the body.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startPage);
  else startPage();
}

/**
 * A page that does not know its visitor asks at once, and loads meanwhile what follows the answer: one after the other would be
 * three round trips to a banner.
 */
function askForVisitor(): void {
  const source = page().facts?.payload.source;
  if (!source || (document as PrerenderingDocument).prerendering) return;
  requestEarly(source);
  withPart('consent');
  withPart('visitor');
}
