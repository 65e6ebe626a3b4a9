import type { ConsentLocals } from './locals.ts';

const counted = new WeakMap<ConsentLocals, number>();

/**
 * A gate's number on its page: by it the page finds the gate's content again, when a grant that was revoked is given
 * anew. Gates of server islands have none: they come in requests of their own.
 */
export function gateId(consent: ConsentLocals | undefined, pathname: string): string {
  if (!consent || pathname.includes('/_server-islands/')) return '';
  const id = (counted.get(consent) ?? 0) + 1;
  counted.set(consent, id);
  return String(id);
}
