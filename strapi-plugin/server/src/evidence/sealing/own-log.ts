import type { LeafStore } from '../leaf-store';
import {
  appendToLog,
  checkSealed,
  logEntries,
  type SealedLog,
  type SignedHead,
  signedLog,
  type TileStore,
} from '../seal';
import { logNumber } from './log-number';
import type { SigningKeys } from './signers';

/** A log of this installation, which may have taken the place of another one. */
export interface OwnLog extends SealedLog {
  /** The files of the log before it. */
  former: TileStore | null;
}

/** Entries that a step takes over. */
const BATCH = 500;

/**
 * The log that these keys are of.
 *
 * @throws Error where a later one has begun already: that one alone goes on.
 */
export async function ownLog(leaves: LeafStore, keys: SigningKeys): Promise<OwnLog> {
  const { name } = keys.signers[0].verifier;
  const number = logNumber(name);
  const begun = await leaves.logs();
  const last = begun.at(-1) ?? number;
  if (last > number) {
    throw new Error(
      `the log "${name}" has ended and log ${last} has taken its place: sign with the key of that one`,
    );
  }
  const former = begun.findLast((one) => one < number);
  return { store: leaves.files(number), ...keys, former: former ? leaves.files(former) : null };
}

/**
 * Puts the entries of the log before it at the beginning of a new one, as far as they are not there yet: so each leaf keeps
 * its index and its salt.
 *
 * @param goOn is asked after each step; with false it ends there.
 * @returns the signed state, and whether everything is there.
 * @throws SealedLogError, NoteError where the former log is not what was signed.
 */
export async function takeOver(
  log: OwnLog,
  begun: SignedHead,
  goOn?: () => Promise<boolean>,
): Promise<{ present: SignedHead; whole: boolean }> {
  let present = begun;
  const former = log.former && (await signedLog(log.former));
  if (!log.former || !former) return { present, whole: true };
  const { size } = former.head;
  while (present.head.size < size) {
    const from = present.head.size;
    const to = Math.min(size, from + BATCH);
    const entries: Uint8Array[] = [];
    for await (const entry of logEntries(log.former, size, { from, to })) entries.push(entry);
    await checkSealed(log.former, size, from, entries);
    present = await appendToLog(log, { from, entries });
    if (goOn && !(await goOn())) return { present, whole: present.head.size >= size };
  }
  return { present, whole: true };
}
