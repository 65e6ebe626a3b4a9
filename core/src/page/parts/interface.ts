import { makeInterface } from '../made-interface.ts';
import { page } from '../page-state.ts';

/** What writes banner and preferences into a page whose server writes none. */
page().parts.interface ??= { makeInterface };
