import type { ConsentState, ConsentStore } from '@permesso/consent-core';
/** Which decisions were made on this page. Those of other tabs have their string from there. */
export interface OwnDecisions {
  has(decision: Decision): boolean;
}

type Decision = Pick<ConsentState, 'consentId' | 'decidedAt' | 'decisions'>;

const nameOf = ({ consentId, decidedAt, decisions }: Decision) =>
  JSON.stringify([consentId, decidedAt, decisions]);

/**
 * Notes what is decided on this page: whatever a visitor presses, or a script calls, goes through these methods of the store. Whoever
 * listens to the store hears of a decision while the method runs.
 */
export function noteOwnDecisions(store: ConsentStore): OwnDecisions {
  const own = new Set<string>();
  let isActing = false;
  for (const method of ['acceptAll', 'rejectAll', 'withdraw', 'save'] as const) {
    const act = store[method];
    store[method] = () => {
      isActing = true;
      try {
        act();
      } finally {
        isActing = false;
      }
    };
  }
  // Before any other listener of this module.
  store.subscribe((state, previous) => {
    if (isActing && previous && nameOf(state) !== nameOf(previous)) own.add(nameOf(state));
  });
  return { has: (decision) => own.has(nameOf(decision)) };
}
