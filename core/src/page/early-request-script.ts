/**
 * Stands in the head of a page that does not know its visitor, behind the script that judges: it asks at once, and loads meanwhile
 * what follows the answer. One after the other would be three round trips to a banner.
 */
import { requestEarly } from './config-request.ts';
import type { PrerenderingDocument } from './page-moments.ts';
import { page, withPart } from './page-state.ts';

const { facts } = page();
// A tab that remembers its visitor's answer has no source to ask.
if (facts?.payload.source && !(document as PrerenderingDocument).prerendering) {
  requestEarly(facts.payload.source);
  withPart('consent');
  withPart('visitor');
  // Without routes of its site it asks the CMS.
  if (!facts.payload.base) withPart('cms');
}
