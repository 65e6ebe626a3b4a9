import { page, type RecordHold } from './page-state.ts';

/** So long a record waits at most, in milliseconds. */
const PATIENCE = 3000;

/** Has the record of a decision wait, once it is about to be sent, for its consent string; or until the page is left. */
export function holdRecords(): void {
  // A router may run the head of each page that it puts in place.
  if (page().hold) return;
  const held: RecordHold['held'] = new Map();
  const hold: RecordHold = Object.assign(
    (submission: Parameters<RecordHold>[0]) => {
      const age = Date.now() - (submission.decidedAt ?? 0) * 1000;
      // Whoever leaves now may never come back.
      if (!hold.awaits || submission.tcString || age > PATIENCE || document.hidden) return;
      return new Promise<void>((send) => {
        held.set(submission, send);
        setTimeout(hold.release, PATIENCE);
        for (const type of ['pagehide', 'visibilitychange'])
          addEventListener(type, hold.release, { once: true });
      });
    },
    {
      awaits: true,
      held,
      release() {
        for (const send of held.values()) send();
        held.clear();
      },
    },
  );
  page().hold = hold;
}
