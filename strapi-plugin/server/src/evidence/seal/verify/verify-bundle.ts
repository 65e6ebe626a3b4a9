import { isDeepStrictEqual } from 'node:util';
import { BUNDLE_PATHS, documentsOfRecord, documentsOfSnapshot } from '../bundle/format';
import { type BundleFiles, deviations, openManifest, sha256Hex } from '../bundle/manifest';
import { presentationPages } from '../bundle/page';
import { readableRecords } from '../bundle/readable-records';
import { type Bundle, readBundle } from '../bundle/reader';
import { type Checkpoint, openCheckpoint, unverifiedCheckpoint } from '../checkpoint';
import { utf8Text } from '../encoding';
import { keysForSize, type LogKey, openKeyList, selfSignedKeyList } from '../log-keys';
import { leafHash, verifyConsistency, verifyInclusion } from '../merkle';
import { logEntry } from '../sealed-item';
import type { Verifier } from '../signed-note';
import { parseConsistency } from '../tlog-proof';
import { type Check, check, checkTimestamp, counted, refuse, type Trust, UncheckedError } from './check';

/** What was found, and the state of the log that the bundle is of, where its signature holds. */
export interface VerifiedBundle {
  checks: Check[];
  head: Checkpoint | null;
}

/**
 * Looks at everything that a bundle claims, without a network. Without a key from elsewhere it is held against the keys
 * that it brings along, and whose they are stays unchecked.
 */
export async function verifyBundle(source: Uint8Array | BundleFiles, trust: Trust): Promise<VerifiedBundle> {
  let bundle: Bundle | null = null;
  const readable = await check('The bundle can be read', () => {
    bundle = readBundle(source);
    const { created, items } = bundle.about;
    return `The bundle of ${created} can be read and has ${counted(items.length, 'sealed entry', 'sealed entries')}.`;
  });
  return bundle ? verifyContents(bundle, trust, readable) : { checks: [readable], head: null };
}

async function verifyContents(bundle: Bundle, trust: Trust, readable: Check): Promise<VerifiedBundle> {
  const { about, timestamp, checkpoint } = bundle;
  const trusted = trust.keys;
  let keys: LogKey[] = [];
  let head: Checkpoint | null = null;
  const listed = await check('The list of the log’s keys is signed', () => {
    keys = trusted.length > 0 ? openKeyList(bundle.keys, trusted) : selfSignedKeyList(bundle.keys);
    return `The list of the log’s keys is signed and names ${counted(keys.length, 'key', 'keys')}.`;
  });
  const signed = await check('The checkpoint is signed by a key of the log', () => {
    const { size } = unverifiedCheckpoint(bundle.checkpoint);
    head = openCheckpoint(bundle.checkpoint, about.origin, keysForSize(keys, size));
    return `The checkpoint of ${about.origin} at ${size} entries is signed by a key of the log.`;
  });
  const known = head as Checkpoint | null;
  const checks = [
    readable,
    await check('The key is one that you trust', () => trustedKeySentence(bundle, trusted)),
    listed,
    await check('All files are as they were when the bundle was made', () =>
      checkFiles(bundle, trusted.length > 0 ? trusted : keysForSize(keys, known?.size ?? 0)),
    ),
    signed,
    ...(await checkItems(bundle, known)),
    await check('The readable records say what was sealed', () => checkReadable(bundle)),
    await check('The documents are those that the records name', () => checkDocuments(bundle)),
  ];
  if (bundle.pages.length > 0)
    checks.push(await check('The pages show what the documents say', () => checkPages(bundle)));
  if (timestamp)
    checks.push(await checkTimestamp('the checkpoint', { response: timestamp, checkpoint }, trust));
  for (const earlier of bundle.earlier) {
    checks.push(
      await check('The log goes on from an earlier state', () => checkEarlier(bundle, earlier, known, keys)),
    );
  }
  return { checks, head: known };
}

function checkFiles({ manifest: note, about, files }: Bundle, verifiers: readonly Verifier[]): string {
  const manifest = openManifest(note, verifiers);
  refuse(manifest.origin === about.origin, `the manifest is of the log ${manifest.origin}`);
  const changed = deviations(manifest, files);
  refuse(changed.length === 0, changed.slice(0, 5).join(', '));
  return `All ${manifest.hashes.size} files are as they were when the bundle was made.`;
}

function trustedKeySentence(bundle: Bundle, trusted: readonly Verifier[]): string {
  if (trusted.length === 0) {
    const { key } = selfSignedKeyList(bundle.keys).findLast(({ retired }) => !retired)?.verifier ?? {};
    throw new UncheckedError(
      `the bundle brings the key ${key} along, as a forged one would its own; compare it with the one that the website shows, and pass it as --key`,
    );
  }
  const [signer] = openManifest(bundle.manifest, trusted).signedBy;
  return `The bundle is signed by the key ${signer?.name}+${signer?.keyId}, which you named.`;
}

async function checkItems(bundle: Bundle, head: Checkpoint | null): Promise<Check[]> {
  const order = await check('The entries are in the order of the log', () => {
    const { items } = bundle.about;
    refuse(
      items.every((index, at) => at === 0 || items[at - 1]! < index),
      'an index is there twice, or too early',
    );
    return 'The entries are listed in the order of the log.';
  });
  const checks = bundle.items.map((item) =>
    check(`Entry ${item.index} was sealed as it is here`, () => checkItem(bundle, item, head)),
  );
  return [order, ...(await Promise.all(checks))];
}

function checkItem(
  bundle: Bundle,
  { index, item, entry, proof }: Bundle['items'][number],
  head: Checkpoint | null,
): string {
  refuse(head !== null, 'the checkpoint does not hold, so that nothing can be proved by it');
  refuse(Buffer.compare(logEntry(item), entry) === 0, 'the log entry commits to other content');
  refuse(proof.checkpoint === bundle.checkpoint, 'its proof is for another checkpoint');
  refuse(proof.index === index, `its proof is for entry ${proof.index}`);
  const proved = verifyInclusion({ index, leaf: leafHash(entry), proof: proof.hashes, head });
  refuse(proved, 'the log of the checkpoint does not hold it at this place');
  return `Entry ${index} (${item.kind}) was sealed as it is here, at this place of the log.`;
}

function checkReadable({ files, items, about }: Bundle): string {
  const written: unknown = JSON.parse(utf8Text(files.get(BUNDLE_PATHS.records) ?? Buffer.from('null')));
  const expected: unknown = JSON.parse(
    JSON.stringify(
      readableRecords(
        items.map(({ item }) => item),
        about,
      ),
    ),
  );
  refuse(isDeepStrictEqual(written, expected), `${BUNDLE_PATHS.records} says something else`);
  const records = items.filter(({ item }) => item.kind === 'record');
  return `The ${counted(records.length, 'record', 'records')} in ${BUNDLE_PATHS.records} say what was sealed, and no more.`;
}

function checkDocuments({ items, documents, about }: Bundle): string {
  for (const { sha256, bytes, title } of documents) {
    refuse(sha256Hex(bytes) === sha256, `"${title}" is not the document with the hash ${sha256}`);
  }
  const snapshots = documents.filter(({ role }) => role === 'snapshot');
  const named = [
    ...items.flatMap(({ item }) => documentsOfRecord(item)),
    ...snapshots.flatMap(({ bytes }) => documentsOfSnapshot(JSON.parse(utf8Text(bytes)))),
  ];
  const absent = [...new Set(named)].filter((hash) => !documents.some(({ sha256 }) => sha256 === hash));
  const explained = new Map(about.missing.map(({ sha256, reason }) => [sha256, reason]));
  const unexplained = absent.find((hash) => !explained.has(hash));
  refuse(unexplained === undefined, `${unexplained} is named and not here`);
  if (absent.length > 0) {
    throw new UncheckedError(
      absent.map((hash) => `${hash} is not in the bundle (${explained.get(hash)})`).join(', '),
    );
  }
  return `The ${counted(documents.length, 'document is the one', 'documents are those')} that the records name by hash.`;
}

function checkPages({ documents, pages }: Bundle): string {
  for (const { path, role, madeOf, bytes } of pages) {
    const wanted = role === 'presentation' ? 'presentation' : 'snapshot';
    const source = documents.find((document) => document.sha256 === madeOf && document.role === wanted);
    refuse(source !== undefined, `${path} is made of a ${wanted} that is not here`);
    if (role === 'reconstructed') continue;
    const made = presentationPages(madeOf, source.bytes).find((page) => page.path === path);
    refuse(
      made !== undefined && Buffer.compare(made.bytes, bytes) === 0,
      `${path} does not show the presentation that it is made of`,
    );
  }
  const anew = pages.filter(({ role }) => role === 'reconstructed').length;
  const copies = pages.length - anew;
  return [
    ...(copies > 0
      ? [`${counted(copies, 'page shows', 'pages show')} what the site handed over, letter for letter.`]
      : []),
    ...(anew > 0
      ? [
          `${counted(anew, 'page is', 'pages are')} reconstructed, for which the website’s signature speaks alone.`,
        ]
      : []),
  ].join(' ');
}

function checkEarlier(
  bundle: Bundle,
  { checkpoint, consistency }: Bundle['earlier'][number],
  head: Checkpoint | null,
  keys: readonly LogKey[],
): string {
  refuse(head !== null, 'the checkpoint does not hold, so that nothing can be proved by it');
  const { size } = unverifiedCheckpoint(checkpoint);
  const older = openCheckpoint(checkpoint, head.origin, keysForSize(keys, size));
  const proof = parseConsistency(consistency);
  refuse(
    proof.older === older.size && proof.checkpoint === bundle.checkpoint,
    'the proof is for other checkpoints',
  );
  refuse(verifyConsistency(older, head, proof.hashes), `at ${size} entries it was another log`);
  return `The log goes on, unchanged, from its state at ${size} entries.`;
}
