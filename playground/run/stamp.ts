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

/** What builds, type checks, tests and running programs leave, and what nothing is built from. */
const NOT_A_SOURCE =
  /^(\..*|node_modules|dist|types|uploads|tests|coverage|llms\.txt|.*\.tsbuildinfo|vitest\.config\.m?ts|.*\.test\.tsx?|.*\.md)$/;

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !NOT_A_SOURCE.test(entry.name))
    .flatMap((entry) => filesUnder(join(path, entry.name)))
    .sort();
}

/** A hash of the contents of everything it is made from, and of the Node that makes it. */
export function contentHash({ inputs }: Stamped): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of new Set(inputs.flatMap(filesUnder))) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const stampFile = ({ name }: Stamped): string => join(CACHE, `${name}.stamp`);

/** Whether it was last made from contents of this hash, and is still there. */
export function isMadeFrom(hash: string, what: Stamped): boolean {
  const file = stampFile(what);
  return (
    what.outputs.every((output) => existsSync(resolve(what.cwd, output))) &&
    existsSync(file) &&
    readFileSync(file, 'utf8') === hash
  );
}

/** Remembers that it was just made from contents of this hash. */
export function stamp(hash: string, what: Stamped): void {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stampFile(what), hash);
}
