import { page } from '../page-state.ts';
import { storePart } from '../store-part.ts';

/** The same with the rules of services, where visitors decide service by service, or one has. */
page().parts.consent ??= storePart;
page().parts.services ??= storePart;
