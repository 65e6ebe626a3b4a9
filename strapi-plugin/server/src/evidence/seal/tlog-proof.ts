import { base64Bytes, decimalCount } from './encoding';
import { HASH_BYTES, type Hash } from './merkle';

/** The proof that an entry is in a log, in one file (https://c2sp.org/tlog-proof). */
export interface TlogProof {
  index: number;
  /** From the leaf's sibling upwards. */
  hashes: Hash[];
  /** The signed checkpoint, letter for letter. */
  checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';

export function formatTlogProof({ index, hashes, checkpoint }: TlogProof): string {
  const lines = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
  return `${HEADER}\nindex ${index}\n${lines.join('')}\n${checkpoint}`;
}

/** Throws where the text is not such a proof. Its `extra` line, which nobody vouches for, is passed over. */
export function parseTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, Math.max(split, 0)).split('\n');
  if (header !== HEADER) throw new Error(`not a proof: its first line is not ${HEADER}`);
  if (lines[0]?.startsWith('extra ')) {
    if (!base64Bytes(lines[0].slice('extra '.length)))
      throw new Error('not a proof: the extra data is no base64');
    lines.shift();
  }
  const [indexLine = '', ...encoded] = lines;
  const index = indexLine.startsWith('index ') ? decimalCount(indexLine.slice('index '.length)) : null;
  if (index === null) throw new Error('not a proof: it does not name an index');
  const hashes = encoded.map((line) => {
    const hash = base64Bytes(line);
    if (hash?.length !== HASH_BYTES) throw new Error(`not a proof: "${line}" is not a hash`);
    return hash;
  });
  return { index, hashes, checkpoint: text.slice(split + 2) };
}
