import tokens from '../../../components/tokens.css?inline';
import { page } from '../page.ts';
import { styleSheet } from '../sheet.ts';

/** The look that the banner brings along, for a page without one. */
page().parts.tokens = styleSheet(tokens);
