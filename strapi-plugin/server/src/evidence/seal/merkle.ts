import { createHash } from 'node:crypto';

/** A SHA-256: 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** The hash of a log entry (RFC 6962, section 2.1: SHA-256(0x00 || entry)). */
export function leafHash(entry: Uint8Array): Hash {
  return createHash('sha256').update(LEAF_PREFIX).update(entry).digest();
}

/** The hash of two subtrees (RFC 6962, section 2.1: SHA-256(0x01 || left || right)). */
export function nodeHash(left: Hash, right: Hash): Hash {
  return createHash('sha256').update(NODE_PREFIX).update(left).update(right).digest();
}

/** The root of a tree without leaves: the hash of nothing (RFC 6962, section 2.1). */
export const EMPTY_ROOT: Hash = createHash('sha256').digest();

export function equalHashes(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}

/** A whole subtree: the 2^height leaves from `index` × 2^height on. */
export interface Subtree {
  height: number;
  index: number;
}

/** Answers with the hash of a whole subtree; throws where the log does not have it. */
export type SubtreeReader = (subtree: Subtree) => Promise<Hash>;

/** A tree as a checkpoint names it: `size` leaves under `root`. */
export interface TreeHead {
  size: number;
  root: Hash;
}

/** The root of the first `size` leaves (MTH of RFC 6962, section 2.1). */
export async function treeRoot(size: number, read: SubtreeReader): Promise<Hash> {
  return size === 0 ? EMPTY_ROOT : rangeHash(0, size, read);
}

/**
 * The audit path of a leaf in the tree of the first `size` leaves, from its sibling upwards (RFC 6962, section
 * 2.1.1).
 */
export async function inclusionProof(index: number, size: number, read: SubtreeReader): Promise<Hash[]> {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const path = async (from: number, to: number): Promise<Hash[]> => {
    if (to - from === 1) return [];
    const middle = from + powerOfTwoBelow(to - from);
    return index < middle
      ? [...(await path(from, middle)), await rangeHash(middle, to, read)]
      : [...(await path(middle, to)), await rangeHash(from, middle, read)];
  };
  return path(0, size);
}

/**
 * The proof that the tree of the first `older` leaves is the beginning of the tree of the first `newer` (RFC 6962,
 * section 2.1.2). Empty where both are the same, and where `older` has no leaves.
 */
export async function consistencyProof(older: number, newer: number, read: SubtreeReader): Promise<Hash[]> {
  if (older < 0 || older > newer) throw new RangeError(`a tree of ${older} does not precede one of ${newer}`);
  if (older === 0) return [];
  // The subtree that is the whole older tree needs no hash: the verifier knows its root.
  const proof = async (from: number, to: number): Promise<Hash[]> => {
    if (to === older) return from === 0 ? [] : [await rangeHash(from, to, read)];
    const middle = from + powerOfTwoBelow(to - from);
    return older <= middle
      ? [...(await proof(from, middle)), await rangeHash(middle, to, read)]
      : [...(await proof(middle, to)), await rangeHash(from, middle, read)];
  };
  return proof(0, newer);
}

export interface InclusionClaim {
  index: number;
  leaf: Hash;
  proof: readonly Hash[];
  head: TreeHead;
}

/** Whether the leaf is at that place of the tree (RFC 9162, section 2.1.3.2). */
export function verifyInclusion({ index, leaf, proof, head }: InclusionClaim): boolean {
  if (!isCount(index) || !isCount(head.size) || index >= head.size) return false;
  if (![leaf, head.root, ...proof].every(isHash)) return false;
  let place = index;
  let last = head.size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equalHashes(hash, head.root);
}

/** Whether the newer tree begins with all leaves of the older one, in their order (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (![older.root, newer.root, ...proof].every(isHash)) return false;
  if (older.size === newer.size) return proof.length === 0 && equalHashes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && equalHashes(older.root, EMPTY_ROOT);
  // An older tree that is one whole subtree is where the path begins, and is left out of the proof.
  const [start, ...path] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!start) return false;
  let place = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let olderHash = start;
  let newerHash = start;
  for (const hash of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      olderHash = nodeHash(hash, olderHash);
      newerHash = nodeHash(hash, newerHash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newerHash = nodeHash(newerHash, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equalHashes(olderHash, older.root) && equalHashes(newerHash, newer.root);
}

/** The root over hashes whose number is a power of two. */
export function wholeTreeRoot(hashes: readonly Hash[]): Hash {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, pair) =>
      nodeHash(below[2 * pair]!, below[2 * pair + 1]!),
    );
  }
  return row[0] ?? EMPTY_ROOT;
}

/** MTH(D[from:to]) for a range that begins where a whole subtree of its first half does. */
async function rangeHash(from: number, to: number, read: SubtreeReader): Promise<Hash> {
  const size = to - from;
  if (isPowerOfTwo(size)) return read({ height: Math.log2(size), index: from / size });
  const middle = from + powerOfTwoBelow(size);
  return nodeHash(await rangeHash(from, middle, read), await rangeHash(middle, to, read));
}

// Arithmetic instead of bit operators, which end at 31 bits.
const half = (count: number) => Math.floor(count / 2);
const isOdd = (count: number) => count % 2 === 1;
const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
const isHash = (hash: Hash) => hash.length === HASH_BYTES;

function isPowerOfTwo(count: number): boolean {
  return count === 1 || (count > 1 && 2 * powerOfTwoBelow(count) === count);
}

/** The largest power of two smaller than a number over 1. */
function powerOfTwoBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
