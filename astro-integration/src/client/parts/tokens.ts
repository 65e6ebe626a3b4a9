import { tokensStyle } from '@permesso/consent-core/ui';
import { page } from '../page.ts';
import { styleSheet } from '../sheet.ts';

/** The look that the banner brings along, for a page without one. */
page().parts.tokens = styleSheet(tokensStyle);
