import { failure } from '../../database/write-conflicts';
import {
  CHECKPOINT_PATH,
  dailyCheckpointPath,
  KEYS_PATH,
  SealedLogError,
  type TileStore,
  timestampPath,
} from '../seal';
import { type Checkpoint, unverifiedCheckpoint } from '../seal/checkpoint';
import { utf8Text } from '../seal/encoding';
import { EMPTY_ROOT, equalHashes } from '../seal/merkle';
import { hashesAtLevel, partialTilesPath, TILE_WIDTH, tileOfTree, tilePath } from '../seal/tiles';
import { daysBefore } from './time-stamps';

/** The log is sealed and signed; the folder has an older state of it, or none. */
export class MirrorError extends Error {
  override name = 'MirrorError';

  constructor(folder: string, cause: unknown) {
    super(`the sealed log could not be copied into ${folder}: ${failure(cause)}`, { cause });
  }
}

/**
 * A folder that has more of a log than the database says that this was restored from an older backup, or that somebody has
 * removed the log from it: going on would make two histories under one name. A folder that cannot be read says nothing.
 *
 * @param origin of the log, which may not have begun yet.
 * @throws SealedLogError that says what to do.
 */
export async function checkNotAhead(
  files: TileStore,
  origin: string,
  { path, folder }: { path: string; folder: TileStore },
): Promise<void> {
  const [stored, there] = await Promise.all([headIn(files), headIn(folder).catch(() => null)]);
  const own = stored ?? { origin, size: 0, root: EMPTY_ROOT };
  if (own.origin !== there?.origin || own.size > there.size) return;
  if (own.size === there.size && equalHashes(own.root, there.root)) return;
  throw new SealedLogError(
    `${path} has another log of ${there.size} entries than the database, which has ${own.size}, as after a restore: begin a new log (docs/sealed-log.md)`,
  );
}

async function headIn(files: TileStore): Promise<Checkpoint | null> {
  const note = await files.read(CHECKPOINT_PATH);
  return note && unverifiedCheckpoint(utf8Text(note));
}

/** So many days of checkpoints a folder catches up with. */
const DAYS = 400;

/**
 * Copies what a folder does not have of a log yet, the checkpoint last: a crash, or a folder that was away for a while,
 * leaves a log that is older and whole. While nobody appends to it.
 */
export async function mirrorLog(files: TileStore, folder: TileStore, now: Date): Promise<void> {
  const [checkpoint, there] = await Promise.all([files.read(CHECKPOINT_PATH), headIn(folder)]);
  if (!checkpoint) return;
  const { origin, size } = unverifiedCheckpoint(utf8Text(checkpoint));
  if (there && there.origin !== origin) {
    throw new Error(`it holds the log "${there.origin}": name another folder for "${origin}"`);
  }
  const same = there?.size === size;
  if (!same) await copyTiles(files, folder, there?.size ?? 0, size);
  await copyChanged(files, folder, KEYS_PATH);
  await copyDays(files, folder, now);
  await copyChanged(files, folder, CHECKPOINT_PATH);
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
