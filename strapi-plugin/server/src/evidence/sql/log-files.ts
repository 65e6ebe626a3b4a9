import type { TileStore } from '../seal';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';

/** The files of the sealed log in a table, where every instance reads the same ones. */
export function logFilesIn({ connection }: EvidenceDatabase): TileStore {
  const files = () => connection(TABLES.logFiles);
  return {
    async read(path) {
      // PostgreSQL refuses NUL even in a comparison.
      if (path.includes('\0')) return null;
      const [file] = await rows<{ bytes: Uint8Array }>(files().select('bytes').where({ path }));
      return file ? Uint8Array.from(file.bytes) : null;
    },
    async write(path, bytes) {
      await files()
        .insert({ path, bytes: Buffer.from(bytes) })
        .onConflict('path')
        .merge(['bytes']);
    },
    async removeBelow(path) {
      // What begins with "path/": the character after the slash is "0".
      await files().where('path', '>', `${path}/`).where('path', '<', `${path}0`).delete();
    },
  };
}
