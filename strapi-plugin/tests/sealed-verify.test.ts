import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../bin/new-key';
import { verify } from '../bin/verify';
import { bundleFiles, writeBundle } from '../server/src/evidence/seal/bundle/writer';
import { unverifiedCheckpoint } from '../server/src/evidence/seal/checkpoint';
import { utf8Text } from '../server/src/evidence/seal/encoding';
import { signersOf } from '../server/src/evidence/seal/log-keys';
import { logEntry } from '../server/src/evidence/seal/sealed-item';
import { appendToLog } from '../server/src/evidence/seal/sealed-log';
import { newSignerKey } from '../server/src/evidence/seal/signed-note';
import { directoryTileStore, memoryTileStore } from '../server/src/evidence/seal/tile-store';
import { bundleProgram } from './support/bundle';
import { SAMPLE_ORIGIN, type SampleLog, sampleLog } from './support/sealed-sample';

let folder: string;
let sample: SampleLog;
let key: string;
/** The log as files that a web server serves, the bundle as one file and unpacked. */
let log: string;
let zip: string;
let unpacked: string;

async function writeFiles(place: string, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), bytes);
  }
  return place;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-verify-'));
  sample = await sampleLog();
  key = sample.log.signers[0].verifier.key;
  log = await writeFiles(join(folder, 'log'), sample.files);
  unpacked = await writeFiles(join(folder, 'unpacked'), bundleFiles(sample.source, sample.log.signers));
  zip = join(folder, 'bundle.zip');
  await writeFile(zip, writeBundle(sample.source, sample.log.signers));
});
afterAll(() => rm(folder, { recursive: true }));

/** The exit code, and what was printed. */
async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const code = await verify(args, (line) => lines.push(line));
  return { code, printed: lines.join('\n') };
}

/** A copy of the log with one file changed, or without it. */
async function changedLog(path: string, change: ((bytes: Buffer) => void) | null): Promise<string> {
  const copy = await mkdtemp(join(folder, 'changed-'));
  await cp(log, copy, { recursive: true });
  if (change === null) {
    await rm(join(copy, path));
  } else {
    const bytes = await readFile(join(copy, path));
    change(bytes);
    await writeFile(join(copy, path), bytes);
  }
  return copy;
}

const turn = (at: number) => (bytes: Buffer) => {
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
};

describe('consent verify', () => {
  it('passes a bundle, packed and unpacked', async () => {
    for (const bundle of [zip, unpacked]) {
      const { code, printed } = await run(bundle, '--key', key);
      expect(printed).toMatch(/^ok {7}The bundle of 2026-11-24.*\n\nAll of it is as it was sealed\.$/s);
      expect(code).toBe(0);
    }
  });

  it('takes the key from a file', async () => {
    const file = join(folder, 'log.key');
    await writeFile(file, `${key}\n`);
    expect((await run(zip, '--key', file)).code).toBe(0);
  });

  it('answers 2 without a key, and names the one to compare', async () => {
    const { code, printed } = await run(zip);
    expect(printed).toContain(`unknown  The key is one that you trust: not known`);
    expect(printed).toContain(key);
    expect(code).toBe(2);
  });

  it('answers 1 where a file of an unpacked bundle was changed', async () => {
    const copy = await mkdtemp(join(folder, 'changed-'));
    await cp(unpacked, copy, { recursive: true });
    const records = join(copy, 'records.json');
    await writeFile(records, (await readFile(records, 'utf8')).replace('"given"', '"refused"'));
    const { code, printed } = await run(copy, '--key', key);
    expect(printed).toContain(
      'FAILED   All files are as they were when the bundle was made: no: records.json was changed.',
    );
    expect(printed).toContain(
      'FAILED   The readable records say what was sealed: no: records.json says something else.',
    );
    expect(code).toBe(1);
  });

  it('holds a bundle against the log as it is now', async () => {
    expect(await run(zip, '--key', key, '--log', log)).toMatchObject({
      code: 0,
      printed: expect.stringContaining(
        'The log goes on, unchanged, from the state that the bundle is of (300 entries).',
      ),
    });
    // The same key, and another log: what somebody shows who has made up a history of their own.
    const store = memoryTileStore();
    const other = { ...sample.log, store };
    await appendToLog(other, { from: 0, entries: sample.items.toReversed().map(logEntry) });
    const files = new Map<string, Uint8Array>();
    for (const path of sample.files.keys()) files.set(path, (await store.read(path)) ?? Buffer.from(''));
    const forked = await writeFiles(join(folder, 'forked'), files);
    expect(await run(zip, '--key', key, '--log', forked)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('at 300 entries it was another log'),
    });
  });

  it('refuses what it does not understand', async () => {
    await expect(run()).rejects.toThrow('verify takes one bundle');
    await expect(run(zip, '--since', '2026-11-23')).rejects.toThrow('--since is for a log');
    await expect(run(log, '--log', log)).rejects.toThrow('--log is for a bundle');
    await expect(run(join(folder, 'nowhere.zip'))).rejects.toThrow('ENOENT');
    await expect(run(zip, '--key', 'a+b+c')).rejects.toThrow('not a verifier key');
    await expect(run(log, '--key', key, '--since', '2026-11-22')).rejects.toThrow(
      'has kept no checkpoint of 2026-11-22',
    );
  });
});

describe('consent verify of a log', () => {
  it('reads all of it, and that it goes on from a day and from a checkpoint in a file', async () => {
    const file = join(folder, 'kept-checkpoint');
    await writeFile(file, sample.source.earlier?.[0]?.checkpoint ?? '');
    const { code, printed } = await run(log, '--key', key, '--since', '2026-11-23', '--since', file);
    expect(printed.split('\n').slice(0, 5)).toEqual([
      'ok       The list of the log’s 1 key is signed by one that you trust.',
      `ok       The checkpoint of ${SAMPLE_ORIGIN} at 300 entries is signed by a key of the log.`,
      'ok       All 300 entries and the tiles over them are those of the checkpoint.',
      'ok       The log goes on, unchanged, from its state of 2026-11-23 (100 entries).',
      `ok       The log goes on, unchanged, from the state in ${file} (100 entries).`,
    ]);
    expect(code).toBe(0);
    expect((await run(log)).code).toBe(2);
  });

  it.each([
    ['tile/entries/000', 40],
    ['tile/entries/001.p/44', -3],
    ['tile/0/000', 4000],
    ['tile/0/001.p/44', 0],
    ['tile/1/000.p/1', 5],
    ['checkpoint', -20],
    ['checkpoint', 33],
    ['keys', -20],
  ])('finds one byte changed in %s', async (path, at) => {
    const { code, printed } = await run(await changedLog(path, turn(at)), '--key', key);
    expect(printed).toContain('FAILED');
    expect(code).toBe(1);
  });

  it.each(['tile/entries/000', 'tile/0/001.p/44', 'tile/1/000.p/1', 'checkpoint', 'keys'])(
    'cannot say anything without %s',
    async (path) => {
      const { code, printed } = await run(await changedLog(path, null), '--key', key);
      expect(printed).toContain('unknown');
      expect(code).toBe(2);
    },
  );

  it('finds entries in another order under their own tiles', async () => {
    const swapped = await changedLog('tile/entries/000', (bytes) => {
      // The first two entries are of one length.
      const length = 2 + bytes.readUInt16BE(0);
      const [first, second] = [bytes.subarray(0, length), bytes.subarray(length, 2 * length)].map((part) =>
        Buffer.from(part),
      );
      second!.copy(bytes, 0);
      first!.copy(bytes, length);
    });
    expect(await run(swapped, '--key', key)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('tile/0/000 does not fit the entries below it'),
    });
  });

  it('finds a log that was taken back to an earlier state', async () => {
    const newest = join(folder, 'newest-checkpoint');
    await writeFile(newest, sample.source.checkpoint);
    const store = directoryTileStore(await mkdtemp(join(folder, 'back-')));
    await appendToLog(
      { ...sample.log, store },
      { from: 0, entries: sample.items.slice(0, 200).map(logEntry) },
    );
    const back = await mkdtemp(join(folder, 'taken-back-'));
    for (const path of ['checkpoint', 'keys', 'tile/0/000.p/200', 'tile/entries/000.p/200']) {
      await writeFiles(back, new Map([[path, (await store.read(path))!]]));
    }
    expect(await run(back, '--key', key, '--since', newest)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('that one has 300 entries and the log only 200'),
    });
  });
});

describe('a log behind an address', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((request, answer) => {
      const path = request.url?.replace('/api/consent/log/', '') ?? '';
      const bytes = path === 'keys' && request.headers['x-broken'] ? null : sample.files.get(path);
      answer.writeHead(bytes ? 200 : 404).end(bytes ?? '');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it('is verified as a folder is', async () => {
    const { code, printed } = await run(`${address}/api/consent/log/`, '--key', key, '--since', '2026-11-23');
    expect(printed).toContain('All 300 entries and the tiles over them are those of the checkpoint.');
    expect(code).toBe(0);
    expect((await run(zip, '--key', key, '--log', `${address}/api/consent/log`)).code).toBe(0);
  });

  it('is not known where it does not answer, or is no log', async () => {
    expect(await run(`${address}/elsewhere`, '--key', key)).toMatchObject({
      code: 2,
      printed: expect.stringContaining('there is no file "keys"; give the address of a log'),
    });
    expect(await run('http://127.0.0.1:1/log', '--key', key)).toMatchObject({
      code: 2,
      printed: expect.stringContaining('does not answer'),
    });
  });
});

it('consent new-key makes a key that the log takes', async () => {
  const lines: string[] = [];
  expect(await newKey([SAMPLE_ORIGIN], (line) => lines.push(line))).toBe(0);
  const [, secret = ''] = /^CONSENT_SEAL_KEY="(.*)"$/.exec(lines[0] ?? '') ?? [];
  const [signer] = signersOf(secret);
  expect(lines.at(-1)).toBe(signer.verifier.key);
  const { checkpoint } = await appendToLog(
    { store: memoryTileStore(), signers: [signer] },
    { from: 0, entries: [Buffer.from('one')] },
  );
  expect(unverifiedCheckpoint(checkpoint).origin).toBe(SAMPLE_ORIGIN);
  for (const name of ['', 'two words', `https://${SAMPLE_ORIGIN}`, 'HTTP://shop.example', '--public'])
    await expect(newKey([name], () => undefined)).rejects.toThrow('cannot name a key; use the address');
  expect(utf8Text(Buffer.from(newSignerKey(SAMPLE_ORIGIN)))).not.toBe(secret);
});

it('the program exits with what it found, and says on standard error what it did not understand', async () => {
  const program = await bundleProgram();
  const consent = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  expect(consent('verify', zip, '--key', key)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('ok  '),
  });
  expect(consent('verify', zip)).toMatchObject({ status: 2, stderr: '' });
  const changed = join(folder, 'changed.zip');
  await writeFile(changed, (await readFile(zip)).subarray(0, -30));
  expect(consent('verify', changed, '--key', key)).toMatchObject({ status: 1, stderr: '' });
  expect(consent('verify', '--nonsense')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^consent: .*--nonsense/),
  });
  for (const command of ['scan', 'verify', 'new-key'])
    expect(consent(command, '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(new RegExp(`^consent ${command} `)),
      stderr: '',
    });
  expect(consent('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('consent new-key <origin>'),
  });
  expect(consent()).toMatchObject({ status: 2, stderr: expect.stringContaining('consent new-key <origin>') });
});
