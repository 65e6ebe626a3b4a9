import { type Checkpoint, unverifiedCheckpoint } from './checkpoint';
import {
  type Hash,
  inclusionProof,
  leafHash,
  type SubtreeReader,
  verifyInclusion,
  wholeTreeRoot,
} from './merkle';
import type { TileStore } from './tile-store';
import { bundleEntries, TILE_WIDTH, type Tile, tileHashes, tileOfTree, tilePath } from './tiles';
import { formatTlogProof } from './tlog-proof';

/** A file that the log must have, as its checkpoint says, and does not have. */
export class MissingTileError extends Error {
  override name = 'MissingTileError';
}

/**
 * Reads subtrees of the tree of the first `size` leaves from its tiles, each tile once. What is read is not verified:
 * a proof or a root made of it is.
 */
export function treeReader(store: TileStore, size: number): SubtreeReader {
  const kept = new Map<string, Promise<Hash[]>>();
  const hashesOf = (tile: Tile): Promise<Hash[]> => {
    const path = tilePath(tile);
    const hashes = kept.get(path) ?? readTile(store, tile, tileHashes);
    kept.set(path, hashes);
    return hashes;
  };
  return async ({ height, index }) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const count = 2 ** (height % TILE_HEIGHT);
    const first = index * count;
    const tile = tileOfTree(size, level, Math.floor(first / TILE_WIDTH));
    const offset = first % TILE_WIDTH;
    if (!tile || offset + count > tile.width) throw new RangeError('the subtree is not in the tree');
    return wholeTreeRoot((await hashesOf(tile)).slice(offset, offset + count));
  };
}

/** Levels of the tree in one tile: 2^8 = 256. */
const TILE_HEIGHT = 8;

/** The entries from one index up to another, in the tree of the first `size` leaves. */
export async function* logEntries(
  store: TileStore,
  size: number,
  { from = 0, to = size } = {},
): AsyncGenerator<Uint8Array> {
  let at = from;
  while (at < to) {
    const tile = tileOfTree(size, 'entries', Math.floor(at / TILE_WIDTH));
    if (!tile) throw new RangeError(`entry ${at} is not in a log of ${size}`);
    const start = tile.index * TILE_WIDTH;
    const entries = (await readTile(store, tile, bundleEntries)).slice(at - start, to - start);
    yield* entries;
    at += entries.length;
  }
}

/** The proof, in a file of its own, that an entry is in the log under this signed checkpoint. */
export async function proofOfEntry(store: TileStore, checkpoint: string, index: number): Promise<string> {
  const { size }: Checkpoint = unverifiedCheckpoint(checkpoint);
  const hashes = await inclusionProof(index, size, treeReader(store, size));
  return formatTlogProof({ index, hashes, checkpoint });
}

/** Whether the log of a signed state holds this entry at this place, by the proof that its tiles give. */
export async function holdsEntry(
  store: TileStore,
  head: Checkpoint,
  index: number,
  entry: Uint8Array,
): Promise<boolean> {
  const proof = await inclusionProof(index, head.size, treeReader(store, head.size));
  return verifyInclusion({ index, leaf: leafHash(entry), proof, head });
}

/** A tile, or the beginning of the whole one that has replaced it. */
export async function readTile<Item>(
  store: TileStore,
  tile: Tile,
  itemsOf: (bytes: Uint8Array, width: number) => Item[],
): Promise<Item[]> {
  const bytes = await store.read(tilePath(tile));
  if (bytes) return itemsOf(bytes, tile.width);
  const whole = await store.read(tilePath({ ...tile, width: TILE_WIDTH }));
  if (!whole) throw new MissingTileError(`the log has no ${tilePath(tile)}`);
  return itemsOf(whole, TILE_WIDTH).slice(0, tile.width);
}
