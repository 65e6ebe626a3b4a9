import { CHECKPOINT_PATH, NoteError, type TileStore, unverifiedCheckpoint } from '../seal';
import type { SignedState } from '../store';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';

/** How many logs an installation may have: one begins after a restore. */
const MOST = 99;

const folderOf = (number: number): string => (number === 1 ? '' : `log-${number}/`);

/** The last log that has begun, as it was signed last; null where none has, and with a warning where that cannot be read. */
export async function lastSigned(database: EvidenceDatabase): Promise<SignedState | null> {
  const last = (await logsIn(database)).at(-1);
  const note = last === undefined ? null : await logFilesIn(database, last).read(CHECKPOINT_PATH);
  if (!note) return null;
  try {
    const { size, root } = unverifiedCheckpoint(Buffer.from(note).toString());
    return { size, root: Buffer.from(root).toString('base64') };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    database.warn(`the checkpoint of the sealed log cannot be read: ${error.message}`);
    return null;
  }
}

/** The numbers of the logs that have begun, ascending. */
export async function logsIn({ connection }: EvidenceDatabase): Promise<number[]> {
  const all = Array.from({ length: MOST }, (_, at) => at + 1);
  const checkpoints = all.map((number) => folderOf(number) + CHECKPOINT_PATH);
  const query = connection(TABLES.logFiles).select('path').whereIn('path', checkpoints);
  const there = new Set((await rows<{ path: string }>(query)).map(({ path }) => path));
  return all.filter((_, at) => there.has(checkpoints[at] as string));
}

/** The files of a sealed log in a table, where every instance reads the same ones. Those of a later log have a folder. */
export function logFilesIn({ connection }: EvidenceDatabase, number: number): TileStore {
  const files = () => connection(TABLES.logFiles);
  const folder = folderOf(number);
  return {
    async read(path) {
      // PostgreSQL refuses NUL even in a comparison.
      if (path.includes('\0')) return null;
      const [file] = await rows<{ bytes: Uint8Array }>(
        files()
          .select('bytes')
          .where({ path: folder + path }),
      );
      return file ? Uint8Array.from(file.bytes) : null;
    },
    async write(path, bytes) {
      await files()
        .insert({ path: folder + path, bytes: Buffer.from(bytes) })
        .onConflict('path')
        .merge(['bytes']);
    },
    async removeBelow(path) {
      // What begins with "path/": the character after the slash is "0".
      const below = folder + path;
      await files().where('path', '>', `${below}/`).where('path', '<', `${below}0`).delete();
    },
  };
}
