import { closeGate, GATE } from './gate.ts';
import { HELD, settle } from './held-attributes.ts';
import { DECLARED } from './ledger.ts';

const NOTHING = { has: () => false };

/**
 * Closes what gates and markup have opened in content that is not in the page: by being put there it would load. Then it opens anew, as
 * far as it is granted.
 */
export function closeContent(content: ParentNode): void {
  for (const gate of content.querySelectorAll<HTMLElement>(GATE)) closeGate(gate);
  for (const media of content.querySelectorAll<HTMLElement>(`:not(script):is(${DECLARED})`))
    media.removeAttribute('src');
  for (const element of content.querySelectorAll<HTMLElement>(HELD)) settle(element, NOTHING);
}
