import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the files of a log lie: a folder, a table, a bucket. Paths are those of tlog-tiles, without a leading slash. */
export interface TileStore {
  /** The bytes at a path; null where there are none. Throws where the store cannot be reached. */
  read(path: string): Promise<Uint8Array | null>;
  /** Puts bytes at a path, in place of what was there, wholly or not at all, and on disk when it resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Removes all that lies below a path, as partial tiles do once the whole tile is there. */
  removeBelow(path: string): Promise<void>;
}

/** A store that ends with the process. */
export function memoryTileStore(files = new Map<string, Uint8Array>()): TileStore {
  return {
    read: async (path) => files.get(path) ?? null,
    write: async (path, bytes) => {
      files.set(path, Uint8Array.from(bytes));
    },
    removeBelow: async (path) => {
      for (const name of files.keys()) if (name.startsWith(`${path}/`)) files.delete(name);
    },
  };
}

/** A folder, which any web server can serve as it is, or a bucket that is mounted there. */
export function directoryTileStore(folder: string): TileStore {
  const fileOf = (path: string): string => {
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(path) || path.split('/').includes('..')) {
      throw new Error(`"${path}" is not the path of a file of a log`);
    }
    return join(folder, path);
  };
  return {
    async read(path) {
      return readFile(fileOf(path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw error;
      });
    },
    async write(path, bytes) {
      const file = fileOf(path);
      await mkdir(dirname(file), { recursive: true });
      const unfinished = `${file}.${process.pid}.tmp`;
      await writeThrough(unfinished, bytes);
      await rename(unfinished, file);
      await syncFolder(dirname(file));
    },
    removeBelow: (path) => rm(fileOf(path), { recursive: true, force: true }),
  };
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A renamed file is on disk when its folder is. Windows and some mounts know no sync of folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
