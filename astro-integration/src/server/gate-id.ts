import type { ConsentLocals } from './locals.ts';
import { isServerIsland } from './server-island.ts';

const counted = new WeakMap<ConsentLocals, Map<string, number>>();

/**
 * A gate's number among those of its category on its page: by both the page finds the gate's content again, when a
 * grant that was revoked is given anew. Components that wait for something come in another order with each request; so
 * a number alone could be a gate of another category. Gates of server islands have none: they come in requests of their
 * own.
 */
export function gateId(consent: ConsentLocals | undefined, pathname: string, category: string): string {
  if (!consent || isServerIsland(pathname)) return '';
  const numbers = counted.get(consent) ?? new Map<string, number>();
  counted.set(consent, numbers);
  const id = (numbers.get(category) ?? 0) + 1;
  numbers.set(category, id);
  return String(id);
}
