import type { ConsentLocals } from './locals.ts';

/** What a request was told as `Astro.locals.consent`. */
export interface Told {
  consent: ConsentLocals;
  /** Whether anything has read it: then the answer is this visitor's alone, whatever it is. */
  isRead: boolean;
  /** Whether the page left its answer to another one (`Astro.rewrite`). */
  isRewritten: boolean;
}

const TOLD = Symbol.for('permesso.told');

type Locals = App.Locals & { [TOLD]?: Told };

/** What this request was told before; undefined where the middleware has not run. */
export const toldBy = (locals: Locals): Told | undefined => locals[TOLD];

/**
 * Sets `Astro.locals.consent`. Adapters that run middleware apart from the pages hand over what can be enumerated, in a
 * header: it has no room for a configuration, and no letters but Latin ones. The pages' own server finds it again.
 */
export function tell(locals: Locals, consent: ConsentLocals): Told {
  const told: Told = { consent, isRead: false, isRewritten: false };
  locals[TOLD] = told;
  Object.defineProperty(locals, 'consent', {
    get() {
      told.isRead = true;
      return told.consent;
    },
    set(other: ConsentLocals) {
      told.consent = other;
    },
    configurable: true,
  });
  return told;
}
