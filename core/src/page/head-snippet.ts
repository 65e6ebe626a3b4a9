/** The head snippet: the same bytes on every page. What differs stands before it, as inert JSON. */
import { judgePage } from './judge-page.ts';

judgePage(() => JSON.parse(document.querySelector('[data-consent-config]')!.textContent!));
