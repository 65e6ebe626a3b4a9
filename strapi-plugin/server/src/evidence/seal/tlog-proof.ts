import { base64Bytes, decimalCount } from './encoding';
import { HASH_BYTES, type Hash } from './merkle';

/** The proof that an entry is in a log (https://c2sp.org/tlog-proof). */
export interface TlogProof {
  index: number;
  /** From the leaf's sibling upwards. */
  hashes: Hash[];
  /** The signed checkpoint, letter for letter. */
  checkpoint: string;
}

/** The proof that a log goes on from an earlier state, as a witness is sent it (https://c2sp.org/tlog-witness). */
export interface TlogConsistency {
  /** Leaves of the earlier state. */
  older: number;
  hashes: Hash[];
  /** The newer signed checkpoint, letter for letter. */
  checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';

export function formatTlogProof({ index, hashes, checkpoint }: TlogProof): string {
  return `${HEADER}\nindex ${index}\n${hashLines(hashes)}\n${checkpoint}`;
}

/** Throws where the text is not such a proof. Its `extra` line, which nobody vouches for, is passed over. */
export function parseTlogProof(text: string): TlogProof {
  const { lines, checkpoint } = split(text);
  if (lines.shift() !== HEADER) throw new Error(`not a proof: its first line is not ${HEADER}`);
  if (lines[0]?.startsWith('extra ')) {
    if (!base64Bytes(lines[0].slice('extra '.length)))
      throw new Error('not a proof: the extra data is no base64');
    lines.shift();
  }
  const index = numberAfter('index ', lines.shift());
  if (index === null) throw new Error('not a proof: it does not name an index');
  return { index, hashes: lines.map(hashOfLine), checkpoint };
}

export function formatConsistency({ older, hashes, checkpoint }: TlogConsistency): string {
  return `old ${older}\n${hashLines(hashes)}\n${checkpoint}`;
}

/** Throws where the text is not such a proof. */
export function parseConsistency(text: string): TlogConsistency {
  const { lines, checkpoint } = split(text);
  const older = numberAfter('old ', lines.shift());
  if (older === null) throw new Error('not a proof: it does not name the old size');
  return { older, hashes: lines.map(hashOfLine), checkpoint };
}

/** What is before the first empty line, and the checkpoint after it. */
function split(text: string): { lines: string[]; checkpoint: string } {
  const end = text.indexOf('\n\n');
  return { lines: text.slice(0, Math.max(end, 0)).split('\n'), checkpoint: text.slice(end + 2) };
}

const hashLines = (hashes: readonly Hash[]) =>
  hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');

function hashOfLine(line: string): Hash {
  const hash = base64Bytes(line);
  if (hash?.length !== HASH_BYTES) throw new Error(`not a proof: "${line}" is not a hash`);
  return hash;
}

const numberAfter = (word: string, line = ''): number | null =>
  line.startsWith(word) ? decimalCount(line.slice(word.length)) : null;
