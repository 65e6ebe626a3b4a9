/** Whole pages through the gate (`gate: 'page'`). Apart, because few sites have it, and it brings a parser along. */
import { gatePage } from '@permesso/consent-core/content';
import { contentOptions } from './content-options.ts';
import type { PageState } from './page-state.ts';

/** An answer of the site's, in which nothing loads from a third party before it is granted. */
export const gatedAnswer = (answer: Response, { visit, mark }: PageState, { url }: Request): Response =>
  gatePage(answer, visit, { ...contentOptions(url), mark });
