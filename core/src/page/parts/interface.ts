import { makeInterface } from '../made-interface.ts';
import type { Parts } from '../page-state.ts';

/** What writes banner and preferences into a page whose server writes none. */
export const part: Parts['interface'] = { makeInterface };
