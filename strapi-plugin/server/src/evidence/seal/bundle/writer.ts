import { z } from 'zod';
import { openCheckpoint, unverifiedCheckpoint } from '../checkpoint';
import { keysForSize, openKeyList } from '../log-keys';
import { type Hash, leafHash, type TreeHead, verifyInclusion } from '../merkle';
import { canonicalBytes, logEntry, type SealedItem, sealedBytes, sealedItem } from '../sealed-item';
import type { Signer } from '../signed-note';
import { formatConsistency, parseTlogProof } from '../tlog-proof';
import { zipFiles } from './archive';
import {
  aboutSchema,
  BUNDLE_PATHS,
  BUNDLE_TYPE,
  type BundleAbout,
  BundleError,
  type BundleParty,
  ChangedEvidenceError,
  type MediaType,
} from './format';
import { type BundleFiles, sha256Hex, signManifest } from './manifest';
import { presentationPages, type Reconstruction, reconstructedPage } from './page';
import { readableRecords } from './readable-records';
import { bundleReadme } from './readme';

/** What a bundle is made of. Nothing is looked up. */
export interface BundleSource {
  created: Date;
  subject: BundleAbout['subject'];
  /** The controller, and those who received data; `party_role` of the first ends in `controller`. */
  parties: readonly BundleParty[];
  retention: BundleAbout['retention'];
  /** What was sealed, each with its proof under the checkpoint (`proofOfEntry`). */
  items: readonly { index: number; item: SealedItem; proof: string }[];
  documents: readonly BundleSourceDocument[];
  /** The banners of records whose presentation is not among the documents. */
  reconstructed?: readonly Reconstruction[];
  missing?: BundleAbout['missing'];
  /** Records that are set apart. */
  quarantined?: NonNullable<BundleAbout['quarantined']>;
  /** The signed checkpoint that all proofs are for, and the log's list of keys. */
  checkpoint: string;
  keys: string;
  /** The RFC 3161 response for the checkpoint, where there is one. */
  timestamp?: Uint8Array;
  /** Earlier signed checkpoints, each with the proof that the newest goes on from it. */
  earlier?: readonly { checkpoint: string; consistency: readonly Hash[] }[];
}

export interface BundleSourceDocument {
  /** For JSON the canonical form (`canonicalBytes`): its SHA-256 is what the record names. */
  bytes: Uint8Array;
  mediaType: MediaType;
  role: BundleAbout['documents'][number]['role'];
  title: string;
}

/** The bundle as one ZIP, signed by the log's keys. Throws {@link BundleError} where the source does not fit together. */
export function writeBundle(source: BundleSource, signers: readonly [Signer, ...Signer[]]): Uint8Array {
  return zipFiles(bundleFiles(source, signers), source.created);
}

/** The same as files. */
export function bundleFiles(source: BundleSource, signers: readonly [Signer, ...Signer[]]): BundleFiles {
  const {
    created,
    subject,
    retention,
    checkpoint,
    keys,
    reconstructed = [],
    missing = [],
    earlier = [],
    quarantined = [],
  } = source;
  const { verifier } = signers[0];
  const head = openSource(source, signers);
  const { origin, size } = head;
  const items = source.items.toSorted((one, other) => one.index - other.index);
  const outside = items.find(({ index }) => index >= size);
  if (outside)
    throw new BundleError(`item ${outside.index} is not sealed yet under a checkpoint of ${size} leaves`);
  const other = items.find((one) => !isProved(one, head));
  if (other)
    throw new ChangedEvidenceError(
      `the ${other.item.kind} that is stored is not what the log holds as entry ${other.index}`,
    );
  const documents = source.documents.map(({ bytes, ...about }) => ({ sha256: sha256Hex(bytes), ...about }));
  const pages = [
    ...documents.flatMap(({ sha256, role }, at) =>
      role === 'presentation' ? presentationPages(sha256, source.documents[at]!.bytes) : [],
    ),
    ...reconstructed.map(reconstructedPage),
  ];
  const about = parsedAbout({
    type: BUNDLE_TYPE,
    created: created.toISOString(),
    origin,
    subject,
    parties: [...source.parties],
    retention,
    items: items.map(({ index }) => index),
    documents,
    ...(pages.length > 0 && { pages: pages.map(({ bytes: _, ...page }) => page) }),
    missing: [...missing],
    ...(quarantined.length > 0 && { quarantined }),
    earlier: earlier.map((state) => unverifiedCheckpoint(state.checkpoint).size),
  });
  // As whoever verifies reads them: in canonical JSON the members of an object have another order.
  const sealed = items.map(({ item }) => sealedItem(sealedBytes(item)));
  const files = new Map<string, Uint8Array>([
    [BUNDLE_PATHS.readme, Buffer.from(bundleReadme(about, { size, key: verifier.key }))],
    [BUNDLE_PATHS.about, readableJson(about)],
    [BUNDLE_PATHS.records, readableJson(readableRecords(sealed, about))],
    [BUNDLE_PATHS.checkpoint, Buffer.from(checkpoint)],
    [BUNDLE_PATHS.keys, Buffer.from(keys)],
  ]);
  for (const [at, { sha256, mediaType }] of documents.entries()) {
    files.set(BUNDLE_PATHS.document(sha256, mediaType), source.documents[at]!.bytes);
  }
  for (const { path, bytes } of pages) files.set(path, bytes);
  for (const { index, item, proof } of items) {
    files.set(BUNDLE_PATHS.sealed(index), sealedBytes(item));
    files.set(BUNDLE_PATHS.entry(index), logEntry(item));
    files.set(BUNDLE_PATHS.proof(index), Buffer.from(proof));
  }
  if (source.timestamp) files.set(BUNDLE_PATHS.timestamp, source.timestamp);
  for (const state of earlier) {
    const { size: before } = unverifiedCheckpoint(state.checkpoint);
    files.set(BUNDLE_PATHS.earlierCheckpoint(before), Buffer.from(state.checkpoint));
    files.set(
      BUNDLE_PATHS.consistency(before),
      Buffer.from(formatConsistency({ older: before, hashes: [...state.consistency], checkpoint })),
    );
  }
  files.set(BUNDLE_PATHS.manifest, Buffer.from(signManifest(files, origin, signers)));
  return files;
}

/** What the bundle says of itself, where a reader will take it. */
function parsedAbout(about: BundleAbout): BundleAbout {
  const { data, error } = aboutSchema.safeParse(about);
  if (!data) throw new BundleError(`what the bundle says of itself is wrong: ${z.prettifyError(error)}`);
  return data;
}

/** The checkpoint, where it and the list of keys are those of the signers' log. */
function openSource({ checkpoint, keys }: BundleSource, signers: readonly [Signer, ...Signer[]]) {
  const listed = openKeyList(
    keys,
    signers.map(({ verifier }) => verifier),
  );
  const { size } = unverifiedCheckpoint(checkpoint);
  return openCheckpoint(checkpoint, signers[0].verifier.name, keysForSize(listed, size));
}

/** By the same rule as whoever verifies it: a bundle that would be refused is not signed. */
function isProved({ index, item, proof }: BundleSource['items'][number], head: TreeHead): boolean {
  return verifyInclusion({
    index,
    leaf: leafHash(logEntry(item)),
    proof: parseTlogProof(proof).hashes,
    head,
  });
}

/** For people: indented, the members in the canonical order. */
export function readableJson(value: object): Uint8Array {
  const ordered: unknown = JSON.parse(Buffer.from(canonicalBytes(value)).toString());
  return Buffer.from(`${JSON.stringify(ordered, null, 2)}\n`);
}
