import { base64Bytes, decimalCount } from './encoding';
import { HASH_BYTES, type TreeHead } from './merkle';
import { NoteError, openNote, parseNote, type Signer, signNote, type Verifier } from './signed-note';

/** The state of a log that its operator answers for (https://c2sp.org/tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Which log: its address without a scheme. */
  origin: string;
}

/** The checkpoint as a note with a signature of each key. Extension lines are never written. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signers: readonly Signer[]): string {
  return signNote(`${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`, signers);
}

/**
 * Reads a checkpoint that one of the keys has signed. Throws {@link NoteError} where none has, and where it is of
 * another log than `origin`.
 */
export function openCheckpoint(note: string, origin: string, known: readonly Verifier[]): Checkpoint {
  const checkpoint = parseCheckpointText(openNote(note, known).text);
  if (checkpoint.origin !== origin) {
    throw new NoteError(`the checkpoint is of the log ${checkpoint.origin}, not of ${origin}`);
  }
  return checkpoint;
}

/** What a checkpoint says, whoever signed it: only to learn which keys and tiles to ask for. */
export function unverifiedCheckpoint(note: string): Checkpoint {
  return parseCheckpointText(parseNote(note).text);
}

function parseCheckpointText(text: string): Checkpoint {
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n');
  const count = decimalCount(size ?? '');
  const hash = base64Bytes(root ?? '');
  if (!origin || count === null || hash?.length !== HASH_BYTES || extensions.includes('')) {
    throw new NoteError('the note is not a checkpoint: it needs an origin, a tree size and a root hash');
  }
  return { origin, size: count, root: hash };
}
