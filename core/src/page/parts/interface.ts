import { makeInterface } from '../made-interface.ts';
import { addPart } from '../page-state.ts';

/** What writes banner and preferences into a page whose server writes none. */
addPart('interface', { makeInterface });
