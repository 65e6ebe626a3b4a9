import { escapeHtml } from '@permesso/consent-core/legal';
import { safeText } from '../safe-text';

/** What XML 1.0 has no way to write, beside what `safeText` removes. */
const NO_CHARACTERS = /[\ufffe\uffff]/g;

/** A text of the site as text, or as an attribute's value, of HTML and XML. */
export const markupText = (text: string): string =>
  escapeHtml(safeText(text, Number.POSITIVE_INFINITY).replace(NO_CHARACTERS, ''));
