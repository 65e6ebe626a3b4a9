import { page } from '../page-state.ts';
import { storePart } from '../store-part.ts';

/** The store of the page and all that follows a decision, where visitors decide on categories alone. */
page().parts.consent ??= storePart;
