import { failure } from '../../database/write-conflicts';
import { CHECKPOINT_PATH, dailyCheckpointPath, KEYS_PATH, type TileStore, timestampPath } from '../seal';
import { unverifiedCheckpoint } from '../seal/checkpoint';
import { utf8Text } from '../seal/encoding';
import { hashesAtLevel, partialTilesPath, TILE_WIDTH, tileOfTree, tilePath } from '../seal/tiles';
import { daysBefore } from './time-stamps';

/** The log is sealed and signed; the folder has an older state of it, or none. */
export class MirrorError extends Error {
  override name = 'MirrorError';

  constructor(folder: string, cause: unknown) {
    super(`the sealed log could not be copied into ${folder}: ${failure(cause)}`, { cause });
  }
}

/** So many days of checkpoints a folder catches up with. */
const DAYS = 400;

/**
 * Copies what a folder does not have of a log yet, the checkpoint last: a crash, or a folder that was away for a while,
 * leaves a log that is older and whole. While nobody appends to it.
 */
export async function mirrorLog(files: TileStore, folder: TileStore, now: Date): Promise<void> {
  const [checkpoint, there] = await Promise.all([files.read(CHECKPOINT_PATH), folder.read(CHECKPOINT_PATH)]);
  if (!checkpoint) return;
  const same = there !== null && Buffer.compare(checkpoint, there) === 0;
  const sizeOf = (note: Uint8Array) => unverifiedCheckpoint(utf8Text(note)).size;
  if (!same) await copyTiles(files, folder, there ? sizeOf(there) : 0, sizeOf(checkpoint));
  await copyChanged(files, folder, KEYS_PATH);
  await copyDays(files, folder, now);
  if (!same) await folder.write(CHECKPOINT_PATH, checkpoint);
}

async function copyTiles(files: TileStore, folder: TileStore, from: number, to: number): Promise<void> {
  for (const level of ['entries', 0, 1, 2, 3, 4, 5, 6] as const) {
    const before = level === 'entries' ? from : hashesAtLevel(from, level);
    for (let index = Math.floor(before / TILE_WIDTH); ; index += 1) {
      const tile = tileOfTree(to, level, index);
      if (!tile) break;
      const bytes = await files.read(tilePath(tile));
      if (!bytes) throw new Error(`the log has no ${tilePath(tile)}`);
      await folder.write(tilePath(tile), bytes);
      if (tile.width === TILE_WIDTH) await folder.removeBelow(partialTilesPath(tile));
    }
  }
}

/** From today back to a day of which the folder has everything. */
async function copyDays(files: TileStore, folder: TileStore, now: Date): Promise<void> {
  for (const [back, day] of daysBefore(now, DAYS).entries()) {
    const path = dailyCheckpointPath(day);
    const changed = [path, timestampPath(path)].map((one) => copyMissing(files, folder, one));
    const [checkpoint, stamp] = await Promise.all(changed);
    if (back > 0 && checkpoint === 'there' && stamp !== 'copied') return;
  }
}

async function copyMissing(
  files: TileStore,
  folder: TileStore,
  path: string,
): Promise<'there' | 'copied' | 'none'> {
  if (await folder.read(path)) return 'there';
  const bytes = await files.read(path);
  if (!bytes) return 'none';
  await folder.write(path, bytes);
  return 'copied';
}

async function copyChanged(files: TileStore, folder: TileStore, path: string): Promise<void> {
  const [bytes, there] = await Promise.all([files.read(path), folder.read(path)]);
  if (bytes && (!there || Buffer.compare(bytes, there) !== 0)) await folder.write(path, bytes);
}
