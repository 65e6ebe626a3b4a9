import type { LeafStore, SealableItem } from '../leaf-store';
import { appendToLog, entryOf, openLog, SealedLogError, type SignedHead } from '../seal';
import { type OwnLog, takeOver } from './own-log';

/** How many items and entries a step has at most. */
const BATCH = 500;

export interface Growth {
  /** These items alone, in place of all that wait. */
  only?: readonly SealableItem[];
  /** Is asked after each step; with false it ends there. */
  goOn?: () => Promise<boolean>;
}

/**
 * Seals what waits and writes the log's files. First what the log before it has sealed, where there is one, then what an earlier run has given its leaves and not written: what was
 * removed since keeps its place. To be called within `leaves.alone`.
 *
 * @returns the signed state.
 * @throws SealedLogError, NoteError where the log is not what was signed, or signed by other keys.
 */
export async function growLog(
  log: OwnLog,
  leaves: LeafStore,
  { only, goOn }: Growth = {},
): Promise<SignedHead> {
  const begun = await takeOver(log, await openLog(log), goOn);
  if (!begun.whole) return begun.present;
  let present = await writeLeaves(log, leaves, begun.present);
  for (;;) {
    const signed = present.head.size;
    const taken = await leaves.seal({ signed, limit: BATCH, ...(only ? { only } : {}) });
    present = await writeLeaves(log, leaves, present);
    // Of items that were named all had their turn, also those that are gone.
    if (only || taken === 0 || (goOn && !(await goOn()))) return present;
  }
}

/** Writes the leaves that no checkpoint has signed yet. */
async function writeLeaves(log: OwnLog, leaves: LeafStore, present: SignedHead): Promise<SignedHead> {
  let written = present;
  for (;;) {
    const from = written.head.size;
    const next = await leaves.from(from, BATCH);
    if (next.length === 0) return written;
    const gap = next.findIndex(({ index }, at) => index !== from + at);
    if (gap >= 0) throw new SealedLogError(`leaf ${from + gap} is not in the database`);
    const entries = next.map(({ kind, commitment }) => entryOf(kind, commitment));
    written = await appendToLog(log, { from, entries });
  }
}
