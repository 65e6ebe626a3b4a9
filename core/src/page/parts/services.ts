import { addPart } from '../page-state.ts';
import { storePart } from '../store-part.ts';

/** The same with the rules of services, where visitors decide service by service, or one has. */
addPart('consent', storePart);
addPart('services', storePart);
