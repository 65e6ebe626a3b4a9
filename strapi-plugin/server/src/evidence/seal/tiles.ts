import { decimalCount } from './encoding';
import { HASH_BYTES, type Hash } from './merkle';

/** Paths and contents of a log's files (https://c2sp.org/tlog-tiles). */

/** Hashes in a full tile, entries in a full bundle. */
export const TILE_WIDTH = 256;

/** Where the newest checkpoint is. */
export const CHECKPOINT_PATH = 'checkpoint';

/** A tile of hashes at a level, or the bundle of entries below level 0. */
export interface Tile {
  level: number | 'entries';
  index: number;
  /** 1 to 256; under 256 the tile is partial. */
  width: number;
}

/** The path below the log's address, without a leading slash. */
export function tilePath({ level, index, width }: Tile): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/.{3}/g) ?? [];
  const steps = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group));
  const partial = width < TILE_WIDTH ? `.p/${width}` : '';
  return `tile/${level}/${steps.join('/')}${partial}`;
}

/** What lies below a full tile's path while it fills. */
export function partialTilesPath({ level, index }: Omit<Tile, 'width'>): string {
  return `${tilePath({ level, index, width: TILE_WIDTH })}.p`;
}

/** The tile that a path names; null for any other path. */
export function tileOfPath(path: string): Tile | null {
  const match = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(
    path,
  );
  const [, levelText = '', steps = '', widthText] = match ?? [];
  const level = levelText === 'entries' ? 'entries' : decimalCount(levelText);
  const index = decimalCount(steps.replace(/[x/]/g, '').replace(/^0+(?=[0-9])/, ''));
  if (level === null || index === null || (level !== 'entries' && level > 63)) return null;
  const tile: Tile = { level, index, width: widthText ? Number(widthText) : TILE_WIDTH };
  // One path a tile: not every form of the pattern is the one that is served.
  return tilePath(tile) === path ? tile : null;
}

/** How many hashes a tree of `size` leaves has at a level of tiles: one for each full tile of the level below. */
export function hashesAtLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** The tile with this index at that level, as it is for a tree of `size` leaves; null where it would be empty. */
export function tileOfTree(size: number, level: number | 'entries', index: number): Tile | null {
  const count = level === 'entries' ? size : hashesAtLevel(size, level);
  const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
  return width > 0 ? { level, index, width } : null;
}

/** The hashes of a tile. Throws where the bytes are not so many. */
export function tileHashes(bytes: Uint8Array, width: number): Hash[] {
  if (bytes.length !== width * HASH_BYTES) {
    throw new Error(`a tile of ${width} hashes has ${width * HASH_BYTES} bytes, not ${bytes.length}`);
  }
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** The longest entry: its length is written in 16 bits. */
const LONGEST_ENTRY = 0xffff;

/** A bundle: each entry after its length in two bytes, big-endian. Throws for an entry of more than 65,535 bytes. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > LONGEST_ENTRY) throw new RangeError(`a log entry has ${entry.length} bytes`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** The entries of a bundle. Throws where the bytes do not hold exactly so many. */
export function bundleEntries(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + bytes[at]! * 256 + bytes[at + 1]!;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  if (at !== bytes.length || entries.length !== width) {
    throw new Error(`the bundle does not hold ${width} whole entries`);
  }
  return entries;
}
