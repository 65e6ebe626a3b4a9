import type { PagePayload } from '../contract/payload.ts';
import { attachControls } from './controls.ts';
import { judgePage } from './judge-page.ts';
import { page } from './page-state.ts';
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
  // Banner and gates are in the body. In a task of its own: in that in which a page has been read browsers lay it out.
  const start = () => setTimeout(startPage);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
