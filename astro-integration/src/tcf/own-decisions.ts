import type { ConsentState } from '@permesso/consent-core';
import { whenStore } from '@permesso/consent-core/page';

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
 * Notes what is decided on this page: whatever a visitor presses, or a script calls, goes through these methods of the page's store.
 * Whoever listens to the store hears of a decision while the method runs.
 */
export function noteOwnDecisions(): OwnDecisions {
  const own = new Map<string, Act>();
  /** The method that runs, and what counted before it. */
  let acting: { act: Act; before: string } | null = null;
  const note = (decision: Decision) => {
    const name = nameOf(decision);
    if (acting && name !== acting.before) own.set(name, acting.act);
  };
  whenStore((store) => {
    for (const act of ACTS) {
      const method = store[act];
      store[act] = () => {
        const outer = acting;
        acting = { act, before: nameOf(store.get()) };
        try {
          method();
        } finally {
          // What was decided within another act is not of that one.
          acting = outer && { ...outer, before: nameOf(store.get()) };
        }
      };
    }
    store.subscribe(note);
  });
  return {
    actOf(decision) {
      // Somebody may ask who has heard of it before this has.
      note(decision);
      return own.get(nameOf(decision)) ?? null;
    },
  };
}
