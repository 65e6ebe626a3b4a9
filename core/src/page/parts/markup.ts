import { page } from '../page-state.ts';
import { attachMarkup, attachVendors } from '../waiting-markup.ts';

/** What serves gates, scripts, frames and islands that wait for consent, and vendors with a consent API. */
page().parts.markup ??= { attachMarkup, attachVendors };
