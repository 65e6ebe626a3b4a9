import { unzipSync, zipSync } from 'fflate';
import { BundleError } from './format';
import type { BundleFiles } from './manifest';

/** The most bytes that a bundle may unpack to: ten times that of an account with thousands of records. */
const MOST_BYTES = 512 * 1024 * 1024;

/** One ZIP of the files, in their order, dated by the bundle. */
export function zipFiles(files: BundleFiles, created: Date): Uint8Array {
  return zipSync(Object.fromEntries(files), { mtime: created });
}

/** The files of a ZIP. Throws {@link BundleError} for what is none, is too large, or has one name twice. */
export function unzipFiles(zip: Uint8Array): BundleFiles {
  const names = new Set<string>();
  let bytes = 0;
  const entries = unzipped(zip, ({ name, originalSize }) => {
    bytes += originalSize;
    if (names.has(name)) throw new BundleError(`the ZIP has ${name} twice`);
    if (bytes > MOST_BYTES) throw new BundleError(`the ZIP unpacks to more than ${MOST_BYTES} bytes`);
    names.add(name);
    return !name.endsWith('/');
  });
  return new Map(Object.entries(entries));
}

function unzipped(zip: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError(`the file is no ZIP that can be read: ${(error as Error).message}`);
  }
}
