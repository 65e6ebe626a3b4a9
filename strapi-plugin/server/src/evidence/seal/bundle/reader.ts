import { utf8Text } from '../encoding';
import { type SealedItem, sealedItem } from '../sealed-item';
import { parseTlogProof, type TlogProof } from '../tlog-proof';
import { unzipFiles } from './archive';
import { aboutSchema, BUNDLE_PATHS, type BundleAbout, type BundleDocument, BundleError } from './format';
import type { BundleFiles } from './manifest';
import type { WrittenPage } from './page';

/** A bundle taken apart. Nothing of it is verified: `verifyBundle` does that. */
export interface Bundle {
  files: BundleFiles;
  about: BundleAbout;
  /** In the order of the log. */
  items: { index: number; item: SealedItem; bytes: Uint8Array; entry: Uint8Array; proof: TlogProof }[];
  documents: (BundleDocument & { bytes: Uint8Array })[];
  pages: WrittenPage[];
  /** Signed notes. */
  manifest: string;
  checkpoint: string;
  keys: string;
  timestamp: Uint8Array | null;
  earlier: { checkpoint: string; consistency: string }[];
}

/** Reads a ZIP, or the files of an unpacked one. Throws {@link BundleError} where it does not have the form of a bundle. */
export function readBundle(source: Uint8Array | BundleFiles): Bundle {
  const files = source instanceof Uint8Array ? unzipFiles(source) : source;
  const bytesOf = (path: string): Uint8Array => {
    const bytes = files.get(path);
    if (!bytes) throw new BundleError(`the bundle has no ${path}`);
    return bytes;
  };
  const parsed = <Value>(path: string, parse: (bytes: Uint8Array) => Value): Value => {
    try {
      return parse(bytesOf(path));
    } catch (error) {
      if (error instanceof BundleError) throw error;
      throw new BundleError(`${path} cannot be read: ${(error as Error).message}`);
    }
  };
  const text = (path: string) => parsed(path, utf8Text);
  const about = parsed(BUNDLE_PATHS.about, (bytes) => aboutSchema.parse(JSON.parse(utf8Text(bytes))));
  return {
    files,
    about,
    items: about.items.map((index) => ({
      index,
      item: parsed(BUNDLE_PATHS.sealed(index), sealedItem),
      bytes: bytesOf(BUNDLE_PATHS.sealed(index)),
      entry: bytesOf(BUNDLE_PATHS.entry(index)),
      proof: parsed(BUNDLE_PATHS.proof(index), (bytes) => parseTlogProof(utf8Text(bytes))),
    })),
    documents: about.documents.map((document) => ({
      ...document,
      bytes: bytesOf(BUNDLE_PATHS.document(document.sha256, document.mediaType)),
    })),
    pages: (about.pages ?? []).map((page) => ({ ...page, bytes: bytesOf(page.path) })),
    manifest: text(BUNDLE_PATHS.manifest),
    checkpoint: text(BUNDLE_PATHS.checkpoint),
    keys: text(BUNDLE_PATHS.keys),
    timestamp: files.get(BUNDLE_PATHS.timestamp) ?? null,
    earlier: about.earlier.map((size) => ({
      checkpoint: text(BUNDLE_PATHS.earlierCheckpoint(size)),
      consistency: text(BUNDLE_PATHS.consistency(size)),
    })),
  };
}
