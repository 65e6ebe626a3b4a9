import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  EMPTY_ROOT,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  type SubtreeReader,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
  wholeTreeRoot,
} from './merkle';
import argon2020 from './vectors/argon2020.json';

const hex = (hash: Hash) => Buffer.from(hash).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');
const base64 = (text: string) => Buffer.from(text, 'base64');

/** Reads subtrees of leaves that are all at hand. */
const readerOf =
  (leaves: readonly Hash[]): SubtreeReader =>
  async ({ height, index }) => {
    const hashes = leaves.slice(index * 2 ** height, (index + 1) * 2 ** height);
    if (hashes.length < 2 ** height) throw new Error('not a whole subtree');
    return wholeTreeRoot(hashes);
  };

/** The definition of MTH in RFC 6962, section 2.1, word for word: what everything else is held against. */
function rootByDefinition(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(rootByDefinition(leaves.slice(0, k)), rootByDefinition(leaves.slice(k)));
}

describe('the hashes of RFC 6962, with the vectors of github.com/transparency-dev/merkle (rfc6962)', () => {
  it('hashes an empty tree, an empty leaf, a leaf and a node', () => {
    expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(leafHash(Buffer.from('')))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(hex(leafHash(Buffer.from('L123456')))).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    );
    expect(hex(nodeHash(Buffer.from('N123'), Buffer.from('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    );
  });
});

/** Certificate Transparency's reference tree of eight leaves: transparency-dev/merkle, proof/verify_test.go. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((entry) => leafHash(bytes(entry)));

const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const INCLUSION = [
  { index: 0, size: 1, proof: [] },
  {
    index: 0,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    index: 5,
    size: 8,
    proof: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  { index: 2, size: 3, proof: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  {
    index: 1,
    size: 5,
    proof: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

const CONSISTENCY = [
  { older: 1, newer: 1, proof: [] },
  {
    older: 1,
    newer: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    older: 6,
    newer: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    older: 2,
    newer: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
  {
    older: 6,
    newer: 7,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
];

describe('the tree of eight leaves', () => {
  it.each(ROOTS.map((root, at) => ({ size: at + 1, root })))(
    'has the root of size $size',
    async ({ size, root }) => {
      expect(hex(await treeRoot(size, readerOf(LEAVES)))).toBe(root);
    },
  );

  it.each(INCLUSION)('proves leaf $index in a tree of $size', async ({ index, size, proof }) => {
    expect((await inclusionProof(index, size, readerOf(LEAVES))).map(hex)).toEqual(proof);
    const head = { size, root: bytes(ROOTS[size - 1]!) };
    expect(verifyInclusion({ index, leaf: LEAVES[index]!, proof: proof.map(bytes), head })).toBe(true);
  });

  it.each(CONSISTENCY)('proves that $newer leaves go on from $older', async ({ older, newer, proof }) => {
    expect((await consistencyProof(older, newer, readerOf(LEAVES))).map(hex)).toEqual(proof);
    const [before, after] = [older, newer].map((size) => ({ size, root: bytes(ROOTS[size - 1]!) }));
    expect(verifyConsistency(before!, after!, proof.map(bytes))).toBe(true);
  });
});

it('verifies a consistency proof of a log with a thousand million certificates', () => {
  const head = ({ size, root }: { size: number; root: string }) => ({ size, root: base64(root) });
  const proof = argon2020.consistency.map(base64);
  expect(verifyConsistency(head(argon2020.older), head(argon2020.newer), proof)).toBe(true);
  expect(verifyConsistency(head(argon2020.older), head(argon2020.newer), proof.toReversed())).toBe(false);
});

describe('what is no proof', () => {
  it('proves nothing outside of the tree', async () => {
    await expect(inclusionProof(8, 8, readerOf(LEAVES))).rejects.toThrow('leaf 8 is not in a tree of 8');
    await expect(consistencyProof(8, 7, readerOf(LEAVES))).rejects.toThrow('does not precede');
    const head = { size: 0, root: EMPTY_ROOT };
    expect(verifyInclusion({ index: 0, leaf: EMPTY_ROOT, proof: [], head })).toBe(false);
    expect(
      verifyInclusion({ index: 0, leaf: bytes('00'), proof: [], head: { size: 1, root: bytes('00') } }),
    ).toBe(false);
  });

  it('takes an empty tree for the beginning of every log, under its own root only', () => {
    const newer = { size: 8, root: bytes(ROOTS[7]!) };
    expect(verifyConsistency({ size: 0, root: EMPTY_ROOT }, newer, [])).toBe(true);
    expect(verifyConsistency({ size: 0, root: newer.root }, newer, [])).toBe(false);
    expect(verifyConsistency(newer, { size: 0, root: EMPTY_ROOT }, [])).toBe(false);
  });
});

/** Trees of 1 to 300 leaves: past a tile, and every shape of a right edge below it. */
const MANY = Array.from({ length: 300 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const sizes = fc.integer({ min: 1, max: MANY.length });
const anywhere = fc.nat();

/** The hashes with one bit of one of them turned. */
function turned(hashes: readonly Hash[], where: number): Hash[] {
  return hashes.map((hash, at) => {
    if (at !== where % hashes.length) return hash;
    const copy = Uint8Array.from(hash);
    copy[where % copy.length]! ^= 1 << (where % 8);
    return copy;
  });
}

describe('trees of every size', () => {
  it('have the root that the definition gives', async () => {
    for (let size = 0; size <= MANY.length; size += 1) {
      expect(hex(await treeRoot(size, readerOf(MANY)))).toBe(hex(rootByDefinition(MANY.slice(0, size))));
    }
  });

  it('prove each leaf at its own place, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, anywhere, anywhere, async (size, place, other) => {
        const index = place % size;
        const head = { size, root: rootByDefinition(MANY.slice(0, size)) };
        const claim = {
          index,
          leaf: MANY[index]!,
          proof: await inclusionProof(index, size, readerOf(MANY)),
          head,
        };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: turned([claim.leaf], other)[0]! })).toBe(false);
        expect(verifyInclusion({ ...claim, head: { size, root: turned([head.root], other)[0]! } })).toBe(
          false,
        );
        expect(verifyInclusion({ ...claim, proof: [...claim.proof, head.root] })).toBe(false);
        if (other % size !== index) expect(verifyInclusion({ ...claim, index: other % size })).toBe(false);
        if (claim.proof.length > 0) {
          expect(verifyInclusion({ ...claim, proof: turned(claim.proof, other) })).toBe(false);
          expect(verifyInclusion({ ...claim, proof: claim.proof.slice(1) })).toBe(false);
        }
      }),
    );
  });

  it('prove that they go on from each earlier one, and from no other', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, anywhere, anywhere, async (size, earlier, other) => {
        const before = 1 + (earlier % size);
        const older = { size: before, root: rootByDefinition(MANY.slice(0, before)) };
        const newer = { size, root: rootByDefinition(MANY.slice(0, size)) };
        const proof = await consistencyProof(before, size, readerOf(MANY));
        expect(verifyConsistency(older, newer, proof)).toBe(true);
        expect(verifyConsistency({ ...older, root: turned([older.root], other)[0]! }, newer, proof)).toBe(
          false,
        );
        expect(verifyConsistency(older, { ...newer, root: turned([newer.root], other)[0]! }, proof)).toBe(
          false,
        );
        expect(verifyConsistency(older, newer, [...proof, newer.root])).toBe(false);
        if (proof.length > 0) expect(verifyConsistency(older, newer, turned(proof, other))).toBe(false);
      }),
    );
  });

  it('show when earlier leaves were changed, left out or put into another order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: MANY.length }), anywhere, async (size, place) => {
        const before = 2 + (place % (size - 1));
        const older = { size: before, root: rootByDefinition(MANY.slice(0, before)) };
        const at = place % (before - 1);
        const swapped = MANY.slice(0, size);
        [swapped[at], swapped[at + 1]] = [swapped[at + 1]!, swapped[at]!];
        const rewritten = { size, root: rootByDefinition(swapped) };
        const proof = await consistencyProof(before, size, readerOf(swapped));
        expect(verifyConsistency(older, rewritten, proof)).toBe(false);
      }),
    );
  });
});
