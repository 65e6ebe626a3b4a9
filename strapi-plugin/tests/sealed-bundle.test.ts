import { beforeAll, describe, expect, it } from 'vitest';
import { unzipFiles, zipFiles } from '../server/src/evidence/seal/bundle/archive';
import { BundleError } from '../server/src/evidence/seal/bundle/format';
import { type BundleFiles, sha256Hex, signManifest } from '../server/src/evidence/seal/bundle/manifest';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { bundleFiles, writeBundle } from '../server/src/evidence/seal/bundle/writer';
import { signCheckpoint } from '../server/src/evidence/seal/checkpoint';
import { utf8Text } from '../server/src/evidence/seal/encoding';
import { signersOf, signKeyList } from '../server/src/evidence/seal/log-keys';
import { logEntry, sealedBytes, sealedItem } from '../server/src/evidence/seal/sealed-item';
import { newSignerKey, type Verifier } from '../server/src/evidence/seal/signed-note';
import { exitCode } from '../server/src/evidence/seal/verify/check';
import { verifyBundle } from '../server/src/evidence/seal/verify/verify-bundle';
import { SAMPLE_ORIGIN, type SampleLog, sampleLog } from './support/sealed-sample';

let sample: SampleLog;
let files: BundleFiles;
let trusted: Verifier[];

beforeAll(async () => {
  sample = await sampleLog();
  files = bundleFiles(sample.source, sample.log.signers);
  trusted = [sample.log.signers[0].verifier];
});

const failures = async (changed: BundleFiles | Uint8Array) => {
  const { checks } = await verifyBundle(changed, { keys: trusted });
  return checks
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ outcome, sentence }) => `${outcome}: ${sentence}`);
};

/** The bundle with some files changed. */
function withFiles(changes: Record<string, Uint8Array | string>): Map<string, Uint8Array> {
  const changed = Object.entries(changes).map(([path, bytes]) => [path, Buffer.from(bytes)] as const);
  return new Map([...files, ...changed]);
}

/** The same as whoever holds the log's key could make it: with a manifest that fits. */
function resigned(changes: Record<string, Uint8Array | string>): Map<string, Uint8Array> {
  const changed = withFiles(changes);
  return changed.set('manifest', Buffer.from(signManifest(changed, SAMPLE_ORIGIN, sample.log.signers)));
}

const text = (path: string) => utf8Text(files.get(path)!);

describe('a bundle as it was made', () => {
  it('passes every check, with a sentence for each', async () => {
    const { checks, head } = await verifyBundle(writeBundle(sample.source, sample.log.signers), {
      keys: trusted,
    });
    expect(checks.map(({ outcome }) => outcome)).toEqual(checks.map(() => 'passed'));
    expect(checks.map(({ sentence }) => sentence)).toEqual([
      'The bundle of 2026-11-24T09:00:00.000Z can be read and has 3 sealed entries.',
      `The bundle is signed by the key ${SAMPLE_ORIGIN}+${trusted[0]?.keyId}, which you named.`,
      'The list of the log’s keys is signed and names 1 key.',
      'All 23 files are as they were when the bundle was made.',
      `The checkpoint of ${SAMPLE_ORIGIN} at 300 entries is signed by a key of the log.`,
      'The entries are listed in the order of the log.',
      'Entry 7 (record) was sealed as it is here, at this place of the log.',
      'Entry 200 (audit) was sealed as it is here, at this place of the log.',
      'Entry 290 (record) was sealed as it is here, at this place of the log.',
      'The 2 records in records.json say what was sealed, and no more.',
      'The 3 documents are those that the records name by hash.',
      '3 pages show what the site handed over, letter for letter. 1 page is reconstructed, for which the website’s signature speaks alone.',
      'The log goes on, unchanged, from its state at 100 entries.',
    ]);
    expect(exitCode(checks)).toBe(0);
    expect(head?.size).toBe(300);
  });

  it('says whose key to ask for where none is given, and does not pass', async () => {
    const { checks } = await verifyBundle(files, { keys: [] });
    expect(exitCode(checks)).toBe(2);
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      {
        outcome: 'unchecked',
        sentence: expect.stringContaining(`brings the key ${trusted[0]?.key} along`),
      },
    ]);
  });

  it('is nobody’s with another key', async () => {
    const stranger = signersOf(newSignerKey(SAMPLE_ORIGIN)).map(({ verifier }) => verifier);
    const { checks } = await verifyBundle(files, { keys: stranger });
    expect(exitCode(checks)).toBe(1);
    expect(checks[1]?.sentence).toContain('no known key has signed');
  });

  it('reads in the terms of ISO/IEC TS 27560, with controller, recipients and storage period', () => {
    const records = JSON.parse(text('records.json'));
    expect(records.schema_version).toBe('ISO/IEC TS 27560:2023');
    expect(records.party_identification[0]).toMatchObject({
      party_name: 'Example GmbH',
      party_role: 'controller',
    });
    expect(records.consent_records).toHaveLength(2);
    expect(records.consent_records[0]).toMatchObject({
      record_header: { pii_principal_id: '7f0c6b3e-9a54-4c57-8a39-2b8f6f9c1d10' },
      pii_processing: {
        pii_controllers: ['controller'],
        recipient_third_parties: ['statistics'],
        retention_period: 'P36M',
      },
    });
    expect(records.consent_records[0]).toMatchObject({
      tc_string: 'CQbGaMAQ.IFukA',
      service_events: [{ service: 'player', event_state: 'refused' }],
    });
    expect(records.consent_records[1].consent_events[0].event_state).toBe('withdrawn');
    expect(records.consent_records[1]).not.toHaveProperty('tc_string');
    const readme = text('README.txt');
    expect(readme).toContain(`consent 7f0c6b3e-9a54-4c57-8a39-2b8f6f9c1d10`);
    expect(readme).toContain(trusted[0]?.key);
  });

  it('can be checked by sha256sum and any tool for tlog-proof', () => {
    const commitment = Buffer.from(sha256Hex(files.get('sealed/7.json')!), 'hex').toString('base64');
    expect(text('proof/7.entry')).toBe(`permesso/entry/v1 record ${commitment}`);
    expect(text('proof/7.tlog-proof')).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex 7\n/);
    expect(text('manifest')).toContain(`${sha256Hex(files.get('records.json')!)}  records.json\n`);
  });

  it('shows how the choice was presented, and says of what was made anew that it is no copy', () => {
    const { pages } = readBundle(files).about;
    expect(pages?.map(({ role, path }) => [role, path.replace(/[0-9a-f]{64}/, '')])).toEqual([
      ['presentation', 'pages/-banner.html'],
      ['presentation', 'pages/-banner-again.html'],
      ['presentation', 'pages/-preferences.html'],
      ['reconstructed', 'pages/-reconstructed-opt-out.html'],
    ]);
    const [banner, , , anew] = pages!.map(({ path }) => text(path));
    expect(banner).toContain('&lt;p&gt;We would like to count visits.&lt;/p&gt;');
    expect(banner).toContain('As the website’s server presented it (@permesso/consent-core 0.1.0)');
    expect(banner).not.toContain('econstructed');
    expect(anew).toContain('Reconstructed, and no copy');
    const readme = text('README.txt');
    for (const { path } of pages!) expect(readme).toContain(path);
    expect(readme).toContain('The banner, reconstructed (opt-out):\n    the website did not say');
  });

  it('has the same pages in every release: they are made again where a bundle is verified', () => {
    const { pages } = readBundle(files);
    const all = pages.filter(({ role }) => role === 'presentation').map(({ bytes }) => sha256Hex(bytes));
    expect(sha256Hex(Buffer.from(all.join()))).toBe(
      '19bf882c1334bbd98f0d19ff5715647a19afec1fc4202a4519fc30fc2f0d83a7',
    );
  });

  it('comes back from its ZIP as it went in', () => {
    const zip = writeBundle(sample.source, sample.log.signers);
    const hashes = (all: BundleFiles) => [...all].map(([path, bytes]) => [path, sha256Hex(bytes)]);
    expect(hashes(unzipFiles(zip))).toEqual(hashes(files));
    expect(readBundle(zip).items.map(({ index, item }) => [index, item])).toEqual(
      sample.source.items.map(({ index, item }) => [index, item]),
    );
  });
});

describe('one byte changed anywhere', () => {
  it('is found, in each file and at each place', async () => {
    const passed: string[] = [];
    for (const [path, bytes] of files) {
      const step = Math.max(1, Math.floor(bytes.length / 20));
      for (let at = 0; at < bytes.length; at += step) {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= 1;
        const { checks } = await verifyBundle(withFiles({ [path]: changed }), { keys: trusted });
        if (exitCode(checks) !== 1) passed.push(`${path} at ${at}`);
      }
    }
    expect(passed).toEqual([]);
  });

  it('is found where a file is missing, added, or there twice', async () => {
    for (const path of files.keys()) {
      const fewer = new Map(files);
      fewer.delete(path);
      expect(exitCode((await verifyBundle(fewer, { keys: trusted })).checks)).toBe(1);
    }
    expect(await failures(withFiles({ 'sealed/8.json': 'x' }))).toEqual([
      expect.stringContaining('sealed/8.json was added'),
    ]);
    const zip = Buffer.from(
      zipFiles(
        new Map([
          ['a.txt', Buffer.from('1')],
          ['b.txt', Buffer.from('2')],
        ]),
        new Date(2026, 1),
      ),
    );
    const twice = Buffer.from(zip.toString('latin1').replaceAll('b.txt', 'a.txt'), 'latin1');
    expect(await failures(twice)).toEqual(['failed: The bundle can be read: no: the ZIP has a.txt twice.']);
    expect(await failures(Buffer.from('not a ZIP'))).toEqual([
      expect.stringContaining('no ZIP that can be read'),
    ]);
  });
});

/** Whoever holds the key can sign a bundle anew. What the log holds is out of their reach. */
describe('changed by whoever holds the key', () => {
  it.each([
    ['a decision', { decisions: { analytics: true, marketing: true } }],
    ['a decision about a service', { services: { player: true } }],
    ['the string that vendors were told', { tcString: 'CQbGaMAQ.IFukB' }],
  ])('%s is found', async (_, change) => {
    const item = sealedItem(files.get('sealed/7.json')!);
    const changed = { ...item, content: { ...item.content, ...change } };
    expect(await failures(resigned({ 'sealed/7.json': sealedBytes(changed) }))).toEqual([
      'failed: Entry 7 was sealed as it is here: no: the log entry commits to other content.',
      'failed: The readable records say what was sealed: no: records.json says something else.',
    ]);
  });

  it('a leaf is found', async () => {
    const item = sealedItem(files.get('sealed/7.json')!);
    const changed = { ...item, content: { ...item.content, country: 'FR' } };
    const found = await failures(
      resigned({ 'sealed/7.json': sealedBytes(changed), 'proof/7.entry': logEntry(changed) }),
    );
    expect(found[0]).toBe(
      'failed: Entry 7 was sealed as it is here: no: the log of the checkpoint does not hold it at this place.',
    );
  });

  it('a kind is found', async () => {
    const item = { ...sealedItem(files.get('sealed/200.json')!), kind: 'release' as const };
    const found = await failures(
      resigned({ 'sealed/200.json': sealedBytes(item), 'proof/200.entry': logEntry(item) }),
    );
    expect(found).toEqual([expect.stringContaining('does not hold it at this place')]);
  });

  it('a place in the log is found', async () => {
    const swapped = Object.fromEntries(
      ['sealed/7.json', 'proof/7.entry', 'sealed/290.json', 'proof/290.entry'].map((path) => [
        path,
        files.get(path.includes('290') ? path.replace('290', '7') : path.replace('7', '290'))!,
      ]),
    );
    const found = await failures(resigned(swapped));
    expect(found.filter((sentence) => sentence.includes('at this place'))).toHaveLength(2);
    const proofOfOther = await failures(resigned({ 'proof/7.tlog-proof': text('proof/290.tlog-proof') }));
    expect(proofOfOther).toEqual([expect.stringContaining('its proof is for entry 290')]);
  });

  it('the order is found', async () => {
    const about = { ...JSON.parse(text('bundle.json')), items: [290, 200, 7] };
    const found = await failures(resigned({ 'bundle.json': JSON.stringify(about) }));
    expect(found[0]).toContain('The entries are in the order of the log: no');
    const records = JSON.parse(text('records.json'));
    records.consent_records.reverse();
    expect(await failures(resigned({ 'records.json': JSON.stringify(records) }))).toEqual([
      expect.stringContaining('records.json says something else'),
    ]);
  });

  it('a proof is found', async () => {
    const proof = text('proof/7.tlog-proof').split('\n');
    [proof[2], proof[3]] = [proof[3]!, proof[2]!];
    expect(await failures(resigned({ 'proof/7.tlog-proof': proof.join('\n') }))).toEqual([
      expect.stringContaining('does not hold it at this place'),
    ]);
  });

  it('a legal text is found', async () => {
    const [path] = [...files.keys()].filter((name) => name.endsWith('.md'));
    expect(await failures(resigned({ [path!]: '# Privacy policy\n\nAs of 1 December 2026.\n' }))).toEqual([
      expect.stringContaining('"Privacy policy" is not the document with the hash'),
    ]);
  });

  it('a page is found that shows another presentation than was sealed', async () => {
    const { path, madeOf } = readBundle(files).pages[0]!;
    const other = text(path).replace('count visits', 'count nothing');
    expect(await failures(resigned({ [path]: other }))).toEqual([
      `failed: The pages show what the documents say: no: ${path} does not show the presentation that it is made of.`,
    ]);
    const about = text('bundle.json').replaceAll(`"madeOf": "${madeOf}"`, `"madeOf": "${'0'.repeat(64)}"`);
    expect(await failures(resigned({ 'bundle.json': about }))).toEqual([
      expect.stringContaining('is made of a presentation that is not here'),
    ]);
  });

  it('a document that is left out is found, or named as missing', async () => {
    const { documents, ...rest } = JSON.parse(text('bundle.json'));
    const [legal] = documents.filter(({ role }: { role: string }) => role === 'legal-text');
    const fewer = documents.filter((document: unknown) => document !== legal);
    const without = (about: object) => resigned({ 'bundle.json': JSON.stringify(about) });
    expect(await failures(without({ ...rest, documents: fewer }))).toEqual([
      expect.stringContaining(`${legal.sha256} is named and not here`),
    ]);
    const missing = [{ sha256: legal.sha256, reason: 'deleted with the records of its time' }];
    expect(await failures(without({ ...rest, documents: fewer, missing }))).toEqual([
      expect.stringMatching(/^unchecked: .*is not in the bundle \(deleted with the records of its time\)/),
    ]);
  });

  it('an earlier state is found', async () => {
    const forged = signCheckpoint(
      { origin: SAMPLE_ORIGIN, size: 100, root: Buffer.alloc(32, 7) },
      sample.log.signers,
    );
    expect(await failures(resigned({ 'proof/checkpoint-100': forged }))).toEqual([
      expect.stringContaining('at 100 entries it was another log'),
    ]);
  });

  it('a checkpoint by a key that was retired before is found', async () => {
    const next = signersOf(newSignerKey(SAMPLE_ORIGIN));
    const [old] = sample.log.signers;
    const keys = [
      {
        verifier: old.verifier,
        since: '2026-01-01T00:00:00Z',
        retired: { at: '2026-06-01T00:00:00Z', size: 250 },
      },
      { verifier: next[0].verifier, since: '2026-06-01T00:00:00Z', retired: null },
    ];
    const list = signKeyList(keys, [old]);
    const found = await failures(resigned({ 'proof/keys': list }));
    expect(found[0]).toContain('The checkpoint is signed by a key of the log: no: no known key has signed');
  });
});

describe('what makes no bundle', () => {
  it('is refused with the reason', async () => {
    const { source, log } = sample;
    const write = (changes: Partial<typeof source>) => () =>
      writeBundle({ ...source, ...changes }, log.signers);
    const late = source.items.map((item) => ({ ...item, index: 300 }));
    expect(write({ items: late })).toThrow('item 300 is not sealed yet under a checkpoint of 300 leaves');
    const noRecord = { ...source.items[0]!, item: { ...source.items[0]!.item, content: { id: 'x' } } };
    expect(write({ items: [noRecord] })).toThrow(BundleError);
    const retention = { retention_period: '36 months', rule: 'Records are deleted.' };
    expect(write({ retention })).toThrow(/^what the bundle says of itself is wrong: .*retention_period$/s);
    expect(write({ parties: [] })).toThrow('parties');
    expect(write({ keys: signKeyList([], signersOf(newSignerKey(SAMPLE_ORIGIN))) })).toThrow('no known key');
    expect(write({ checkpoint: source.checkpoint.replace('300', '301') })).toThrow('is wrong');
  });
});
