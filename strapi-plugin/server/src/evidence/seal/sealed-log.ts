import { type Checkpoint, openCheckpoint, signCheckpoint, unverifiedCheckpoint } from './checkpoint';
import { utf8Text } from './encoding';
import {
  KEYS_PATH,
  keyListText,
  keysForSize,
  keysInForce,
  openKeyList,
  selfSignedKeyList,
  signKeyList,
} from './log-keys';
import { readTile, treeReader } from './log-reader';
import {
  consistencyProof,
  EMPTY_ROOT,
  equalHashes,
  type Hash,
  leafHash,
  treeRoot,
  verifyConsistency,
  wholeTreeRoot,
} from './merkle';
import { parseNote, type Signer, type Verifier } from './signed-note';
import type { TileStore } from './tile-store';
import {
  bundleEntries,
  CHECKPOINT_PATH,
  entryBundle,
  partialTilesPath,
  TILE_WIDTH,
  tileHashes,
  tilePath,
} from './tiles';

/** A log that this installation writes. One writer at a time: whoever appends holds a lock over all instances. */
export interface SealedLog {
  store: TileStore;
  /** The first one's name is the log's origin. */
  signers: readonly [Signer, ...Signer[]];
  /** Keys that the owner has replaced: what they have signed is gone on with, and signed by those above from then on. */
  formerKeys?: readonly Verifier[];
  now?: () => Date;
}

/** The log is not what it was when it was last signed, or not what is asked of it. Nothing was signed. */
export class SealedLogError extends Error {
  override name = 'SealedLogError';
}

/** A state of the log that was signed. */
export interface SignedHead {
  head: Checkpoint;
  /** The signed note. */
  checkpoint: string;
}

/** Where the first checkpoint of each day (UTC) stays. */
export function dailyCheckpointPath(day: Date): string {
  return `checkpoints/${day.toISOString().slice(0, 10)}`;
}

/**
 * The log as it stands; a new one is begun, and keys and checkpoint are signed anew where the keys that sign now have not
 * signed them. Throws {@link SealedLogError} where the tiles are not those of the signed checkpoint, and where list of keys or
 * checkpoint is not signed by keys that the owner gives: those in the list may be anybody's who can write where it lies.
 * Throws `NoteError` where a signature is wrong.
 */
export async function openLog(log: SealedLog): Promise<SignedHead> {
  const { store, signers, formerKeys = [], now = () => new Date() } = log;
  const origin = signers[0].verifier.name;
  const current = signers.map(({ verifier }) => verifier);
  const own = [...current, ...formerKeys];
  const [stored, list] = await Promise.all([store.read(CHECKPOINT_PATH), store.read(KEYS_PATH)]);
  if (stored && !list) throw new SealedLogError('the list of its keys is missing beside the checkpoint');
  if (list) checkSignedByAny('the list of its keys', utf8Text(list), own);
  const keys = list ? openKeyList(utf8Text(list), own) : [];
  let checkpoint = stored ? utf8Text(stored) : signCheckpoint({ origin, size: 0, root: EMPTY_ROOT }, signers);
  const { size } = unverifiedCheckpoint(checkpoint);
  const inForce = keysInForce(keys, signers, { at: now().toISOString(), size });
  const known = keysForSize(inForce, size).filter(({ key }) => own.some((one) => one.key === key));
  checkSignedByAny('its checkpoint', checkpoint, known);
  const head = openCheckpoint(checkpoint, origin, known);
  await checkTiles(store, head);
  if (keyListText(inForce) !== keyListText(keys)) {
    await store.write(KEYS_PATH, Buffer.from(signKeyList(inForce, signers)));
  }
  const unsigned = !current.every((key) => bearsSignature(checkpoint, key));
  if (unsigned) checkpoint = signCheckpoint(head, signers);
  if (unsigned || !stored) await store.write(CHECKPOINT_PATH, Buffer.from(checkpoint));
  return { head, checkpoint };
}

const bearsSignature = (note: string, { name, keyId }: Verifier): boolean =>
  parseNote(note).signatures.some((signature) => signature.name === name && signature.keyId === keyId);

/** Says what to do where a note bears no signature of these keys. Whether one holds is still to be verified. */
function checkSignedByAny(what: string, note: string, keys: readonly Verifier[]): void {
  if (keys.some((key) => bearsSignature(note, key))) return;
  const by = parseNote(note).signatures.map(({ name, keyId }) => `${name} (key ${keyId})`);
  throw new SealedLogError(
    `${what} is signed by ${by.join(', ')}, by none of the keys that sign now: where its owner has changed the key, ` +
      'CONSENT_SEAL_KEY="<new key> <former key>" goes on with it; where nobody has, somebody has replaced the log in the ' +
      'database (docs/sealed-log.md, "Keys")',
  );
}

/**
 * The state in which a log was last signed by keys of its own list, whoever has them; null where it was never signed. Throws
 * {@link SealedLogError} and `NoteError` as {@link openLog} does.
 */
export async function signedLog(store: TileStore): Promise<SignedHead | null> {
  const [stored, list] = await Promise.all([store.read(CHECKPOINT_PATH), store.read(KEYS_PATH)]);
  if (!stored || !list) return null;
  const checkpoint = utf8Text(stored);
  const { origin, size } = unverifiedCheckpoint(checkpoint);
  const head = openCheckpoint(checkpoint, origin, keysForSize(selfSignedKeyList(utf8Text(list)), size));
  await checkTiles(store, head);
  return { head, checkpoint };
}

async function checkTiles(store: TileStore, { size, root }: Checkpoint): Promise<void> {
  if (equalHashes(await treeRoot(size, treeReader(store, size)), root)) return;
  throw new SealedLogError(`the tiles of the log are not those of its checkpoint of ${size} leaves`);
}

/**
 * Puts entries at the end of the log and signs the new state. `from` is the index of the first of them; entries that
 * are in the log already, since a crash came before that was known, are compared and passed over. Entries and tiles
 * are written before the checkpoint that names them: after a crash in between the same call makes the same files.
 * Throws {@link SealedLogError}, and signs nothing, where an index would stay empty or hold something else.
 */
export async function appendToLog(
  log: SealedLog,
  { from, entries }: { from: number; entries: readonly Uint8Array[] },
): Promise<SignedHead> {
  const { store, signers, now = () => new Date() } = log;
  const present = await openLog(log);
  const { head } = present;
  if (from > head.size) throw new SealedLogError(`leaf ${head.size} comes next, not ${from}`);
  await checkSealed(store, head.size, from, entries);
  const added = entries.slice(head.size - from);
  if (added.length === 0) return present;

  await writeEntries(store, head.size, added);
  await writeHashes(store, head.size, added.map(leafHash));
  const size = head.size + added.length;
  const read = treeReader(store, size);
  const next = { origin: head.origin, size, root: await treeRoot(size, read) };
  if (!verifyConsistency(head, next, await consistencyProof(head.size, size, read))) {
    throw new SealedLogError('the new tiles do not go on from the checkpoint that was signed before');
  }
  const checkpoint = signCheckpoint(next, signers);
  await store.write(CHECKPOINT_PATH, Buffer.from(checkpoint));
  const daily = dailyCheckpointPath(now());
  if (!(await store.read(daily))) await store.write(daily, Buffer.from(checkpoint));
  return { head: next, checkpoint };
}

/** Throws {@link SealedLogError} where an entry that should be in the log already is not the one that is there. */
export async function checkSealed(
  store: TileStore,
  size: number,
  from: number,
  entries: readonly Uint8Array[],
): Promise<void> {
  const read = treeReader(store, size);
  for (const [at, entry] of entries.slice(0, size - from).entries()) {
    if (!equalHashes(await read({ height: 0, index: from + at }), leafHash(entry))) {
      throw new SealedLogError(`leaf ${from + at} was sealed as something else`);
    }
  }
}

/** Writes the bundles that entries from index `size` on lie in. */
async function writeEntries(store: TileStore, size: number, added: readonly Uint8Array[]): Promise<void> {
  const first = Math.floor(size / TILE_WIDTH);
  const width = size % TILE_WIDTH;
  const level = 'entries';
  const before = width > 0 ? await readTile(store, { level, index: first, width }, bundleEntries) : [];
  for (const [at, entries] of chunks([...before, ...added]).entries()) {
    await writeTile(store, { level, index: first + at, width: entries.length }, entryBundle(entries));
  }
}

/** Writes the tiles that leaves from index `size` on lie in, and those above them that they complete. */
async function writeHashes(store: TileStore, size: number, leaves: readonly Hash[]): Promise<void> {
  let added = leaves;
  let start = size;
  for (let level = 0; added.length > 0; level += 1) {
    const first = Math.floor(start / TILE_WIDTH);
    const width = start % TILE_WIDTH;
    const before = width > 0 ? await readTile(store, { level, index: first, width }, tileHashes) : [];
    const tiles = chunks([...before, ...added]);
    for (const [at, hashes] of tiles.entries()) {
      await writeTile(store, { level, index: first + at, width: hashes.length }, Buffer.concat(hashes));
    }
    added = tiles.filter((hashes) => hashes.length === TILE_WIDTH).map(wholeTreeRoot);
    start = first;
  }
}

/** A whole tile takes the place of the partial ones, which whoever needs them can cut from it. */
async function writeTile(
  store: TileStore,
  tile: Parameters<typeof tilePath>[0],
  bytes: Uint8Array,
): Promise<void> {
  await store.write(tilePath(tile), bytes);
  if (tile.width === TILE_WIDTH) await store.removeBelow(partialTilesPath(tile));
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / TILE_WIDTH) }, (_, at) =>
    items.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH),
  );
}
