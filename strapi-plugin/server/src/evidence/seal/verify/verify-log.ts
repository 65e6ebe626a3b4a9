import { type Checkpoint, openCheckpoint, unverifiedCheckpoint } from '../checkpoint';
import { utf8Text } from '../encoding';
import { KEYS_PATH, keysForSize, type LogKey, openKeyList, selfSignedKeyList } from '../log-keys';
import { logEntries, MissingTileError, readTile, treeReader } from '../log-reader';
import {
  consistencyProof,
  equalHashes,
  type Hash,
  leafHash,
  treeRoot,
  verifyConsistency,
  wholeTreeRoot,
} from '../merkle';
import type { Verifier } from '../signed-note';
import type { TileStore } from '../tile-store';
import { CHECKPOINT_PATH, TILE_WIDTH, tileHashes, tilePath } from '../tiles';
import { type Check, check, checkTimestamp, counted, refuse, type Trust, UncheckedError } from './check';

/** A state of the log to hold it against: a signed checkpoint from another day or another person. */
export interface EarlierState {
  /** How to call it in a sentence. */
  name: string;
  checkpoint: string;
  /** The RFC 3161 response for it, where there is one. */
  timestamp?: Uint8Array | null;
}

/** A log as its operator shows it now, as far as its signatures hold. */
interface ShownLog {
  store: TileStore;
  keys: LogKey[];
  head: Checkpoint;
}

/**
 * Looks at a log as it is served: its keys, its checkpoint, each entry and tile, and that it goes on from earlier states.
 * Reads all of it.
 */
export async function verifyLog(
  store: TileStore,
  trust: Trust,
  earlier: readonly EarlierState[] = [],
): Promise<Check[]> {
  const { checks, log } = await openShownLog(store, trust.keys);
  if (!log) return checks;
  return [
    ...checks,
    await check('Entries and tiles are those of the checkpoint', () => lookingIn(() => checkTiles(log))),
    ...(await checkStates(log, earlier, trust)),
  ];
}

/** Whether the log as it is served now goes on from states that somebody kept: a bundle's, for one. */
export async function verifyGoesOn(
  store: TileStore,
  trust: Trust,
  earlier: readonly EarlierState[],
): Promise<Check[]> {
  const { checks, log } = await openShownLog(store, trust.keys);
  return log ? [...checks, ...(await checkStates(log, earlier, trust))] : checks;
}

async function openShownLog(
  store: TileStore,
  trusted: readonly Verifier[],
): Promise<{ checks: Check[]; log: ShownLog | null }> {
  let log: ShownLog | null = null;
  const noteAt = async (path: string): Promise<string> => {
    const bytes = await lookingIn(() => store.read(path));
    if (!bytes)
      throw new UncheckedError(
        `there is no file "${path}"; give the address of a log, as https://www.example.com/api/consent/log`,
      );
    return utf8Text(bytes);
  };
  const checks = [
    await check('The list of the log’s keys is signed by one that you trust', async () => {
      const note = await noteAt(KEYS_PATH);
      if (trusted.length > 0) {
        const keys = counted(openKeyList(note, trusted).length, 'key', 'keys');
        return `The list of the log’s ${keys} is signed by one that you trust.`;
      }
      const [newest] = selfSignedKeyList(note)
        .filter(({ retired }) => !retired)
        .toReversed();
      throw new UncheckedError(
        `the log shows the key ${newest?.verifier.key}, as a forged one would its own; compare it with one that you kept, and pass it as --key`,
      );
    }),
    await check('The checkpoint is signed by a key of the log', async () => {
      const list = await noteAt(KEYS_PATH);
      const keys = trusted.length > 0 ? openKeyList(list, trusted) : selfSignedKeyList(list);
      const note = await noteAt(CHECKPOINT_PATH);
      const { size, origin } = unverifiedCheckpoint(note);
      refuse(
        keys.some(({ verifier }) => verifier.name === origin),
        `${origin} is not the log of these keys`,
      );
      log = { store, keys, head: openCheckpoint(note, origin, keysForSize(keys, size)) };
      return `The checkpoint of ${origin} at ${size} entries is signed by a key of the log.`;
    }),
  ];
  return { checks, log };
}

/** Builds every tile again from the entries, with no more than one of each level in memory. */
async function checkTiles({ store, head }: ShownLog): Promise<string> {
  const rows: { index: number; hashes: Hash[] }[] = [];
  const compare = async (level: number): Promise<Hash[]> => {
    const { index, hashes } = rows[level]!;
    const tile = { level, index, width: hashes.length };
    const shown = await readTile(store, tile, tileHashes);
    const same = hashes.every((hash, at) => equalHashes(hash, shown[at]!));
    refuse(same, `${tilePath(tile)} does not fit the entries below it`);
    return hashes;
  };
  const add = async (level: number, hash: Hash): Promise<void> => {
    rows[level] ??= { index: 0, hashes: [] };
    rows[level].hashes.push(hash);
    if (rows[level].hashes.length < TILE_WIDTH) return;
    const root = wholeTreeRoot(await compare(level));
    rows[level] = { index: rows[level].index + 1, hashes: [] };
    await add(level + 1, root);
  };
  for await (const entry of logEntries(store, head.size)) await add(0, leafHash(entry));
  for (const [level, { hashes }] of rows.entries()) if (hashes.length > 0) await compare(level);
  const root = await treeRoot(head.size, treeReader(store, head.size));
  refuse(equalHashes(root, head.root), 'they lead to another root than the one that was signed');
  return `All ${head.size} entries and the tiles over them are those of the checkpoint.`;
}

async function checkStates(
  { store, keys, head }: ShownLog,
  earlier: readonly EarlierState[],
  trust: Trust,
): Promise<Check[]> {
  const states = await Promise.all(
    earlier.map(({ name, checkpoint }) =>
      check(`The log goes on from ${name}`, async () => {
        const { size } = unverifiedCheckpoint(checkpoint);
        const older = openCheckpoint(checkpoint, head.origin, keysForSize(keys, size));
        refuse(older.size <= head.size, `that one has ${older.size} entries and the log only ${head.size}`);
        const proof = await lookingIn(() => consistencyProof(size, head.size, treeReader(store, head.size)));
        refuse(verifyConsistency(older, head, proof), `at ${size} entries it was another log`);
        return `The log goes on, unchanged, from ${name} (${size} entries).`;
      }),
    ),
  );
  const stamps = earlier.flatMap(({ name, checkpoint, timestamp }) =>
    timestamp ? [checkTimestamp(name, { response: timestamp, checkpoint }, trust)] : [],
  );
  return [...states, ...(await Promise.all(stamps))];
}

/** What is not there, or does not answer, says nothing against the log. */
async function lookingIn<Value>(look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof MissingTileError || error instanceof UnreachableError)
      throw new UncheckedError(error.message);
    throw error;
  }
}

/** The log does not answer. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** A log behind an address, read-only. Errors are {@link UnreachableError}; a 404 is a file that is not there. */
export function httpTileStore(address: string, token?: string): TileStore {
  const refused = async (): Promise<never> => {
    throw new Error('a log behind an address is only read');
  };
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return {
    async read(path) {
      const url = `${address.replace(/\/$/, '')}/${path}`;
      const answer = await fetch(url, { headers }).catch((error: Error) => {
        throw new UnreachableError(`${url} does not answer: ${error.message}`);
      });
      if (answer.status === 404) return null;
      if (answer.status === 401)
        throw new UnreachableError(`${url} asks for ${token ? 'another' : 'a'} token`);
      if (!answer.ok) throw new UnreachableError(`${url} answers ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    write: refused,
    removeBelow: refused,
  };
}
