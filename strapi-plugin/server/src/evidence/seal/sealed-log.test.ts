import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Checkpoint, openCheckpoint, unverifiedCheckpoint } from './checkpoint';
import { utf8Text } from './encoding';
import { formerKeysOf, KEYS_PATH, keysForSize, openKeyList, signersOf, signKeyList } from './log-keys';
import { logEntries, MissingTileError, proofOfEntry, treeReader } from './log-reader';
import {
  consistencyProof,
  leafHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
  wholeTreeRoot,
} from './merkle';
import { appendToLog, openLog, type SealedLog } from './sealed-log';
import { newSignerKey } from './signed-note';
import { directoryTileStore, memoryTileStore, type TileStore } from './tile-store';
import { parseTlogProof } from './tlog-proof';

const ORIGIN = 'www.example.com/api/consent/log';
const KEY = newSignerKey(ORIGIN);
const now = () => new Date('2026-11-23T12:00:00Z');

const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => Buffer.from(`entry ${from + at}`));

function newLog(files = new Map<string, Uint8Array>(), key = KEY): SealedLog & { files: typeof files } {
  return { files, store: memoryTileStore(files), signers: signersOf(key), now };
}

/** Appends so many entries at a time, one batch after the other. */
async function grow(log: SealedLog, batches: readonly number[]) {
  let { head } = await openLog(log);
  for (const count of batches)
    ({ head } = await appendToLog(log, { from: head.size, entries: entries(head.size, count) }));
  return head;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('a log that grows', () => {
  it('has the same root whatever the batches were', async () => {
    // One may be a Buffer and the other none: what counts are the bytes.
    const inHex = ({ root, ...head }: Checkpoint) => ({ ...head, root: Buffer.from(root).toString('hex') });
    const batches = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(batches, async (counts) => {
        const [piecemeal, whole] = [newLog(), newLog()];
        const head = await grow(piecemeal, counts);
        const atOnce = await grow(whole, [counts.reduce((sum, count) => sum + count, 0)]);
        expect(inHex(head)).toEqual(inHex(atOnce));
        const leaves = entries(0, head.size).map(leafHash);
        const root = await treeRoot(head.size, async ({ height, index }) =>
          wholeTreeRoot(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
        );
        expect(Buffer.compare(head.root, root)).toBe(0);
      }),
      { numRuns: 20, examples: [[[1]], [[1, 0]]] },
    );
  });

  it('proves each entry, and each earlier state, from its tiles', async () => {
    const log = newLog();
    const sizes = [1, 2, 255, 256, 257, 511, 600];
    const states = new Map<number, string>();
    for (const size of sizes) {
      const { head } = await openLog(log);
      const state = await appendToLog(log, {
        from: head.size,
        entries: entries(head.size, size - head.size),
      });
      states.set(size, state.checkpoint);
    }
    const verifiers = log.signers.map(({ verifier }) => verifier);
    const newest = openCheckpoint(states.get(600)!, ORIGIN, verifiers);
    for (const size of sizes) {
      const older = openCheckpoint(states.get(size)!, ORIGIN, verifiers);
      const proof = await consistencyProof(size, 600, treeReader(log.store, 600));
      expect(verifyConsistency(older, newest, proof)).toBe(true);
      const last = parseTlogProof(await proofOfEntry(log.store, states.get(size)!, size - 1));
      const leaf = leafHash(Buffer.from(`entry ${size - 1}`));
      expect(verifyInclusion({ index: last.index, leaf, proof: last.hashes, head: older })).toBe(true);
    }
    const read: string[] = [];
    for await (const entry of logEntries(log.store, 600, { from: 250, to: 520 })) read.push(utf8Text(entry));
    expect(read).toEqual(entries(250, 270).map(String));
  });

  it('has the files that tlog-tiles asks for, and no partial ones beside a whole one', async () => {
    const log = newLog();
    await grow(log, [100, 100, 100]);
    expect([...log.files.keys()].sort()).toEqual([
      ...['checkpoint', 'checkpoints/2026-11-23', 'keys', 'tile/0/000', 'tile/0/001.p/44', 'tile/1/000.p/1'],
      ...['tile/entries/000', 'tile/entries/001.p/44'],
    ]);
  });

  it('grows past a tile of tiles', async () => {
    const log = newLog();
    const head = await grow(log, [65_000, 1_000]);
    expect(log.files.has('tile/1/000')).toBe(true);
    expect(log.files.has('tile/2/000.p/1')).toBe(true);
    const proof = parseTlogProof(await proofOfEntry(log.store, (await openLog(log)).checkpoint, 65_535));
    const leaf = leafHash(Buffer.from('entry 65535'));
    expect(verifyInclusion({ index: 65_535, leaf, proof: proof.hashes, head })).toBe(true);
  });

  it('keeps the first checkpoint of a day, and serves a folder as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sealed-log-'));
    folders.push(folder);
    const log = { ...newLog(), store: directoryTileStore(folder) };
    await grow(log, [3, 300]);
    const daily = utf8Text((await log.store.read('checkpoints/2026-11-23'))!);
    expect(unverifiedCheckpoint(daily).size).toBe(3);
    expect((await readdir(join(folder, 'tile/0'))).sort()).toEqual(['000', '001.p']);
    expect((await openLog(log)).head.size).toBe(303);
    expect(await log.store.read('tile/0/000/x')).toBeNull();
    await expect(log.store.read('../outside')).rejects.toThrow('is not the path of a file of a log');
  });
});

/** Fails at the given write, as a process does that is killed there. */
function failingAt(store: TileStore, write: number): TileStore {
  let writes = 0;
  return {
    ...store,
    async write(path, bytes) {
      writes += 1;
      if (writes > write) throw new Error('killed');
      await store.write(path, bytes);
    },
  };
}

describe('a crash', () => {
  it('between any two writes leaves a log that the same call completes', async () => {
    const untouched = newLog();
    await grow(untouched, [200, 400]);
    for (let write = 0; ; write += 1) {
      const log = newLog();
      await grow(log, [200]);
      const killed = appendToLog(
        { ...log, store: failingAt(log.store, write) },
        { from: 200, entries: entries(200, 400) },
      );
      const died = await killed.then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      expect((await openLog(log)).head.size).toBe(died ? 200 : 600);
      const { head } = await appendToLog(log, { from: 200, entries: entries(200, 400) });
      expect(head.size).toBe(600);
      expect(log.files).toEqual(untouched.files);
      if (!died) break;
    }
  });

  it('before the caller knew seals nothing twice, and nothing else in the same place', async () => {
    const log = newLog();
    const { checkpoint } = await appendToLog(log, { from: 0, entries: entries(0, 10) });
    expect((await appendToLog(log, { from: 0, entries: entries(0, 10) })).checkpoint).toBe(checkpoint);
    expect((await appendToLog(log, { from: 4, entries: entries(4, 10) })).head.size).toBe(14);
    await expect(appendToLog(log, { from: 4, entries: entries(5, 20) })).rejects.toThrow(
      'leaf 4 was sealed as something else',
    );
    await expect(appendToLog(log, { from: 15, entries: entries(15, 1) })).rejects.toThrow(
      'leaf 14 comes next, not 15',
    );
    expect((await openLog(log)).head.size).toBe(14);
  });
});

describe('a log that was changed', () => {
  it.each(['tile/0/000.p/30', 'tile/entries/000.p/30', 'checkpoint', 'keys'])(
    'is not gone on with: %s',
    async (path) => {
      const log = newLog();
      await grow(log, [30]);
      const bytes = log.files.get(path)!;
      for (const at of [0, 70, bytes.length - 2]) {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= 1;
        log.files.set(path, changed);
        // An entry is held against its leaf by whoever reads it, not by the writer.
        const appended = appendToLog(log, { from: 30, entries: entries(30, 1) });
        if (path.includes('entries') && at > 0) await appended;
        else await expect(appended).rejects.toThrow();
        log.files.set(path, bytes);
      }
    },
  );

  it('is not gone on with where a tile is missing, or its keys', async () => {
    const log = newLog();
    await grow(log, [30]);
    const copy = new Map(log.files);
    copy.delete('tile/0/000.p/30');
    await expect(openLog(newLog(copy))).rejects.toThrow(MissingTileError);
    log.files.delete('keys');
    await expect(openLog(log)).rejects.toThrow('the list of its keys is missing');
  });

  it('is not gone on with by another log', async () => {
    const log = newLog();
    await grow(log, [3]);
    await expect(openLog(newLog(log.files, newSignerKey('other.example/log')))).rejects.toThrow(
      `is signed by ${ORIGIN} (key `,
    );
  });

  it('is not gone on with where somebody has replaced the whole of it, signed with a key of their own', async () => {
    const forged = newLog(new Map(), newSignerKey(ORIGIN));
    await grow(forged, [30]);
    const refused = 'the list of its keys is signed by';
    await expect(openLog(newLog(forged.files))).rejects.toThrow(refused);
    // Also with the owner's key in the list.
    const keys = openKeyList(utf8Text(forged.files.get(KEYS_PATH)!), [forged.signers[0].verifier]);
    const { verifier } = newLog().signers[0];
    const both = [...keys, { verifier, since: now().toISOString(), retired: null }];
    forged.files.set(KEYS_PATH, Buffer.from(signKeyList(both, forged.signers)));
    await expect(openLog(newLog(forged.files))).rejects.toThrow(refused);
  });

  it('is not gone on with where a key that is retired has signed another state of it', async () => {
    const log = newLog();
    await grow(log, [30]);
    const next = { ...log, signers: signersOf(`${newSignerKey(ORIGIN)} ${KEY}`) };
    const after = { ...log, signers: signersOf(`${newSignerKey(ORIGIN)}`) };
    await openLog(next);
    await openLog({ ...after, formerKeys: [next.signers[0].verifier] });
    const stolen = newLog();
    await appendToLog(stolen, { from: 0, entries: entries(100, 30) });
    stolen.files.set(KEYS_PATH, log.files.get(KEYS_PATH)!);
    await expect(openLog({ ...after, store: stolen.store })).rejects.toThrow(
      `its checkpoint is signed by ${ORIGIN} (key ${log.signers[0].verifier.keyId}), by none of the keys that sign now`,
    );
  });
});

describe('keys', () => {
  it('rotate, and what the old one signed stays verifiable', async () => {
    const log = newLog();
    const before = await appendToLog(log, { from: 0, entries: entries(0, 5) });
    const nextKey = newSignerKey(ORIGIN);
    const both = { ...log, signers: signersOf(`${nextKey}, ${KEY}`) };
    const between = await appendToLog(both, { from: 5, entries: entries(5, 5) });
    const after = { ...log, signers: signersOf(nextKey), now: () => new Date('2026-12-01T00:00:00Z') };
    const last = await appendToLog(after, { from: 10, entries: entries(10, 5) });

    const [next] = after.signers;
    const keys = openKeyList(utf8Text(log.files.get('keys')!), [next.verifier]);
    expect(keys.map(({ since, retired }) => [since, retired])).toEqual([
      ['2026-11-23T12:00:00.000Z', { at: '2026-12-01T00:00:00.000Z', size: 10 }],
      ['2026-11-23T12:00:00.000Z', null],
    ]);
    for (const { checkpoint, head } of [before, between, last]) {
      expect(openCheckpoint(checkpoint, ORIGIN, keysForSize(keys, head.size))).toEqual(head);
    }
    // What a stolen old key signs later does not count.
    expect(keysForSize(keys, 11).map(({ key }) => key)).toEqual([next.verifier.key]);
    await expect(openLog({ ...both, now })).rejects.toThrow('was retired at 2026-12-01');
  });

  it('go on with what a former key has signed that the owner names, and need it named no more then', async () => {
    const log = newLog();
    await grow(log, [5]);
    const key = newSignerKey(ORIGIN);
    const alone = { ...log, signers: signersOf(key) };
    await expect(openLog(alone)).rejects.toThrow('CONSENT_SEAL_KEY="<new key> <former key>" goes on with it');
    const { verifier } = log.signers[0];
    const formerKeys = formerKeysOf(`${key} ${verifier.key}`);
    expect((await openLog({ ...alone, formerKeys })).head.size).toBe(5);
    const { checkpoint, head } = await openLog(alone);
    expect(openCheckpoint(checkpoint, ORIGIN, [alone.signers[0].verifier])).toEqual(head);
    await expect(openLog(log)).rejects.toThrow('by none of the keys that sign now');
    await expect(openLog({ ...log, formerKeys: [alone.signers[0].verifier] })).rejects.toThrow('was retired');
  });

  it('are not retired by an instance that does not have the new one yet', async () => {
    const log = newLog();
    await grow(log, [5]);
    const [next] = signersOf(newSignerKey(ORIGIN));
    const later = () => new Date('2026-12-01T00:00:00Z');
    const both = { ...log, signers: [next, ...log.signers] as const, now: later };
    await openLog(both);
    await expect(openLog(log)).rejects.toThrow(
      `the key ${next.verifier.keyId} of ${ORIGIN} is in force since 2026-12-01T00:00:00.000Z and is not given here`,
    );
    expect((await openLog(both)).head.size).toBe(5);
    expect((await openLog({ ...both, signers: [next] })).head.size).toBe(5);
  });

  it('of one log have one name', () => {
    expect(() => formerKeysOf(`${KEY} other.example/log+00000000+AAAA`)).toThrow('the verifier key of');
    const { verifier } = signersOf(newSignerKey('other.example/log'))[0];
    expect(() => formerKeysOf(`${KEY} ${verifier.key}`)).toThrow('have one name');
    expect(signersOf(`${KEY} ${verifier.key}`)).toHaveLength(1);
    expect(() => signersOf(`${KEY} ${newSignerKey('other.example/log')}`)).toThrow('have one name');
    expect(() => signersOf(' ')).toThrow('there is no signer key');
    expect(signersOf(`\n${KEY},`)).toHaveLength(1);
  });

  it('are listed in a note that a key of the log answers for', async () => {
    const log = newLog();
    await openLog(log);
    const list = utf8Text(log.files.get('keys')!);
    const stranger = signersOf(newSignerKey(ORIGIN)).map(({ verifier }) => verifier);
    expect(() => openKeyList(list, stranger)).toThrow('no known key has signed');
    expect(() => openKeyList(list.replace('2026', '2025'), [log.signers[0].verifier])).toThrow('is wrong');
  });
});
