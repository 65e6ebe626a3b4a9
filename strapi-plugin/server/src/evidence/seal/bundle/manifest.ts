import { createHash } from 'node:crypto';
import { openNote, type Signer, signNote, type Verifier } from '../signed-note';
import { BUNDLE_PATHS, BundleError } from './format';

/** A bundle's files by their paths. */
export type BundleFiles = ReadonlyMap<string, Uint8Array>;

const MANIFEST_TYPE = 'permesso/bundle-manifest/v1';

/** What the signer of a bundle answers for. */
export interface Manifest {
  origin: string;
  /** SHA-256 in hex, by path. */
  hashes: Map<string, string>;
  signedBy: Verifier[];
}

/** All other files, with their hashes as `sha256sum` writes them, in a note that the log's key signs. */
export function signManifest(files: BundleFiles, origin: string, signers: readonly Signer[]): string {
  const lines = [...files]
    .filter(([path]) => path !== BUNDLE_PATHS.manifest)
    .map(([path, bytes]) => `${sha256Hex(bytes)}  ${path}\n`);
  return signNote(`${MANIFEST_TYPE}\n${origin}\n${lines.join('')}`, signers);
}

/** Throws `NoteError` where no trusted key has signed, {@link BundleError} for another text. */
export function openManifest(note: string, trusted: readonly Verifier[]): Manifest {
  const { text, verifiedBy } = openNote(note, trusted);
  const [type, origin, ...lines] = text.slice(0, -1).split('\n');
  if (type !== MANIFEST_TYPE || !origin)
    throw new BundleError(`the manifest does not begin with ${MANIFEST_TYPE}`);
  const hashes = new Map<string, string>();
  for (const line of lines) {
    const [, hash, path] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
    if (!hash || !path || hashes.has(path))
      throw new BundleError('the manifest has a line that names no file, or one twice');
    hashes.set(path, hash);
  }
  return { origin, hashes, signedBy: verifiedBy };
}

/** What is not as the manifest says, a sentence each; none where everything is. */
export function deviations({ hashes }: Manifest, files: BundleFiles): string[] {
  const changed = [...hashes].flatMap(([path, hash]) => {
    const bytes = files.get(path);
    if (!bytes) return [`${path} is missing`];
    return sha256Hex(bytes) === hash ? [] : [`${path} was changed`];
  });
  const added = [...files.keys()].filter((path) => path !== BUNDLE_PATHS.manifest && !hashes.has(path));
  return [...changed, ...added.map((path) => `${path} was added`)];
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
