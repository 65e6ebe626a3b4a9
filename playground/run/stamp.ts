import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CACHE } from './paths.ts';

/** Something that is made from files and is worth making again only when they changed. */
export interface Stamped {
  name: string;
  cwd: string;
  /** Files and folders it is made from; what does not exist counts as empty. */
  inputs: readonly string[];
  /** What must exist afterwards, relative to `cwd`. */
  outputs: readonly string[];
  env?: NodeJS.ProcessEnv;
}

const NOT_A_SOURCE = new Set(['node_modules', 'dist', '.astro', '.tmp', 'coverage']);

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !NOT_A_SOURCE.has(entry.name))
    .flatMap((entry) => filesUnder(join(path, entry.name)))
    .sort();
}

/** A hash of the contents of everything it is made from, and of the Node that makes it. */
function contentHash({ inputs }: Stamped): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of new Set(inputs.flatMap(filesUnder))) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const stampFile = ({ name }: Stamped): string => join(CACHE, `${name}.stamp`);

/** Whether what was made last was made from the files as they are now, and is still there. */
export function isFresh(what: Stamped): boolean {
  const file = stampFile(what);
  return (
    what.outputs.every((output) => existsSync(resolve(what.cwd, output))) &&
    existsSync(file) &&
    readFileSync(file, 'utf8') === contentHash(what)
  );
}

/** Remembers that it was just made. */
export function stamp(what: Stamped): void {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stampFile(what), contentHash(what));
}
