import type { ConsentState, ConsentStore } from '@permesso/consent-core';

/** How a decision was made on this page. Only the first says yes to all that there is. */
export type Act = 'acceptAll' | 'rejectAll' | 'withdraw' | 'save';

/** Which decisions were made on this page. Those of other tabs have their string from there. */
export interface OwnDecisions {
  /** Null where it was not made here. */
  actOf(decision: Decision): Act | null;
}

type Decision = Pick<ConsentState, 'consentId' | 'decidedAt' | 'decisions' | 'source'>;

/** Tells decisions from each other, also two of one second. */
export const nameOf = ({ consentId, decidedAt, decisions, source }: Decision) =>
  JSON.stringify([consentId, decidedAt, decisions, source]);

const ACTS: readonly Act[] = ['acceptAll', 'rejectAll', 'withdraw', 'save'];

/**
 * Notes what is decided on this page: whatever a visitor presses, or a script calls, goes through these methods of the store. Whoever
 * listens to the store hears of a decision while the method runs.
 */
export function noteOwnDecisions(store: ConsentStore): OwnDecisions {
  const own = new Map<string, Act>();
  let acting: Act | null = null;
  for (const method of ACTS) {
    const act = store[method];
    store[method] = () => {
      const outer = acting;
      acting = method;
      try {
        act();
      } finally {
        acting = outer;
      }
    };
  }
  // Before any other listener of this module.
  store.subscribe((state, previous) => {
    if (acting && previous && nameOf(state) !== nameOf(previous)) own.set(nameOf(state), acting);
  });
  return { actOf: (decision) => own.get(nameOf(decision)) ?? null };
}
