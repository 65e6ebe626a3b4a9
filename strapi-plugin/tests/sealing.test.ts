import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dailyCheckpointPath, newSignerKey, signersOf } from '../server/src/evidence/seal';
import { startSealing, stopSealing } from '../server/src/evidence/sealing/job';
import { getSealingService, stampLog } from '../server/src/evidence/sealing/service';
import { getPluginOptions } from '../server/src/options';
import { getConsentOverview } from '../server/src/overview/overview';
import { signInAdmin } from './support/admin';
import { listening, onSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { postRecord, submissionTo, UNLIMITED } from './support/records';
import { keyOf, LOG, ORIGIN, run, SEALING_SERVER, sizeOf, store, verified } from './support/sealed-log';
import { type TimestampAuthority, timestampAuthority } from './support/timestamp-authority';

let folder: string;
let authority: TimestampAuthority;
let tsa: Awaited<ReturnType<TimestampAuthority['serve']>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'consent-log-'));
  authority = timestampAuthority();
  tsa = await authority.serve();
});
afterAll(async () => {
  await tsa.close();
  authority.remove();
  await rm(folder, { recursive: true });
});

afterEach(() => vi.unstubAllEnvs());

onSqlite('The sealed log of a running Strapi', { options: UNLIMITED, server: SEALING_SERVER }, (app) => {
  const warnings = async () =>
    (await getConsentOverview(app().strapi)).warnings.filter(({ code }) => code.startsWith('seal-'));

  it('holds a decision that a visitor made, and is found in order by consent verify over HTTP', async () => {
    // What the start itself has put into the trail.
    const before = await sizeOf(app());
    const posted = await postRecord(app(), await submissionTo(app()));
    expect(posted.status).toBe(201);
    const signed = await run(app());
    expect(signed?.head).toMatchObject({ origin: ORIGIN, size: before + 1 });
    expect(await store(app()).leaves.ofItems([posted.body.id])).toMatchObject([
      { index: before, kind: 'record' },
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const key = await keyOf(app());
    const { code, text } = await verified(`${await listening(app())}${LOG}`, '--key', key, '--since', today);
    expect(text).toContain(`All ${before + 1} entries and the tiles over them are those of the checkpoint.`);
    expect(code, text).toBe(0);
  });

  it('is served as C2SP says, and nothing else is', async () => {
    const size = await sizeOf(app());
    const checkpoint = await app().http.get(`${LOG}/checkpoint`);
    expect(checkpoint.text).toMatch(new RegExp(`^${ORIGIN}\n${size}\n`));
    expect(checkpoint.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const tile = await app().http.get(`${LOG}/tile/0/000.p/${size}`);
    expect(tile.body).toHaveLength(32 * size);
    expect(tile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const paths = [
      'tile/0/000',
      'tile/0/000.p/255',
      '..',
      'key',
      '',
      'checkpoints/2020-01-01',
      'checkpoint/',
      '%00',
    ];
    for (const path of paths) {
      const { status, headers } = await app().http.get(`${LOG}/${path}`);
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
  });

  it('is signed by one key however often it is asked for, which the evidence keeps', async () => {
    const key = await keyOf(app());
    expect(await keyOf(app())).toBe(key);
    expect(key).toMatch(/^cms\.example\.com\/api\/consent\/log\+/);
    expect((await app().http.get(`${LOG}/keys`)).text).toContain(key);
  });

  it('is shown to whoever reads the settings: its address, key, size, and what waits', async () => {
    const view = async () => {
      const token = await signInAdmin(app(), ['plugin::consent.settings.read']);
      return (await app().http.get('/consent/log').set('Authorization', `Bearer ${token}`)).body;
    };
    const size = await sizeOf(app());
    const log = { origin: ORIGIN, open: 'everybody', key: await keyOf(app()), size };
    expect(await view()).toMatchObject({ enabled: true, log, waiting: null, problems: [] });
    expect(Date.parse((await view()).log.sealedUntil)).toBeGreaterThan(Date.now() - 600_000);
    await store(app()).append([newRecord(), newRecord()]);
    expect((await view()).waiting).toEqual({ items: 2, more: false, since: expect.any(String) });
    const other = await signInAdmin(app(), ['plugin::consent.records.read']);
    const refused = await app().http.get('/consent/log').set('Authorization', `Bearer ${other}`);
    expect(refused.status).toBe(403);
  });

  it('says where its checkpoint cannot be read, which holds up no purge', async () => {
    await run(app());
    const { strapi } = app();
    const token = await signInAdmin(app(), ['plugin::consent.settings.read']);
    const files = store(app()).leaves.files(1);
    const checkpoint = (await files.read('checkpoint')) as Uint8Array;
    await store(app()).append([newRecord({ createdAt: new Date('2020-01-01') })]);
    const warned = vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);
    await files.write('checkpoint', Buffer.from('nothing of the kind'));
    try {
      const { status, body } = await app().http.get('/consent/log').set('Authorization', `Bearer ${token}`);
      const message = expect.stringContaining('The last checkpoint cannot be read');
      expect([status, body]).toMatchObject([200, { log: null, problems: [{ about: 'log', message }] }]);
      const purged = await store(app()).dropBefore(new Date('2020-02-01'), { policyVersion: 'none' });
      expect(purged.records).toBe(1);
      expect((await store(app()).log.latest('purge', 1))[0]).toMatchObject({ deleted: 1, checkpoint: null });
      expect(warned.mock.calls.flat().join()).toContain('the checkpoint of the sealed log cannot be read');
    } finally {
      warned.mockRestore();
      await files.write('checkpoint', checkpoint);
    }
    await run(app());
  });

  it('goes on by itself while something waits, and rests otherwise', async () => {
    const { strapi } = app();
    const { jobs } = getPluginOptions(strapi);
    const before = await sizeOf(app());
    const warned = vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);
    jobs.seal = { everySeconds: 0.01 };
    try {
      startSealing(strapi);
      expect(warned.mock.calls.flat().join()).toContain('CONSENT_SEAL_KEY is not set');
      await store(app()).append(Array.from({ length: 600 }, () => newRecord()));
      // Between its steps it rests the longer, the busier the machine is.
      const rests = async () => expect(await store(app()).leaves.waits()).toBe(false);
      await vi.waitFor(rests, { timeout: 120_000, interval: 200 });
      await pause(30);
    } finally {
      await stopSealing(strapi);
      jobs.seal = false;
      warned.mockRestore();
    }
    expect(await sizeOf(app())).toBe(before + 600);
  });

  it('copies its files into a folder, and catches up with what the folder missed', async () => {
    const options = getPluginOptions(app().strapi).seal;
    options.folder = folder;
    await run(app());
    const key = await keyOf(app());
    expect((await verified(folder, '--key', key)).code).toBe(0);
    delete options.folder;
    for (const count of [1, 300, 20]) {
      await store(app()).append(Array.from({ length: count }, () => newRecord()));
      await run(app());
    }
    await store(app()).append([newRecord()]);
    options.folder = folder;
    await run(app());
    delete options.folder;
    const { code, text } = await verified(folder, '--key', key);
    expect(text).toContain(`All ${await sizeOf(app())} entries`);
    expect(code, text).toBe(0);
  });

  it('signs nothing where the folder has more of the log, as after a restore', async () => {
    const options = getPluginOptions(app().strapi).seal;
    const size = await sizeOf(app());
    const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8');
    await writeFile(join(folder, 'checkpoint'), checkpoint.replace(`\n${size}\n`, `\n${size + 5}\n`));
    await store(app()).append([newRecord()]);
    options.folder = folder;
    await expect(run(app())).rejects.toThrow(
      `has another log of ${size + 5} entries than the database, which has ${size}, as after a restore: begin a new log`,
    );
    const [item] = await store(app()).leaves.from(0, 1);
    const now = getSealingService(app().strapi).sealNow([{ id: item!.itemId!, kind: item!.kind }]);
    await expect(now).rejects.toThrow('begin a new log');
    delete options.folder;
    await writeFile(join(folder, 'checkpoint'), checkpoint);
    expect(await sizeOf(app())).toBe(size + 1);
  });

  it('begins no other log beneath the folder where the database has none any more', async () => {
    const options = getPluginOptions(app().strapi).seal;
    const size = await sizeOf(app());
    options.folder = folder;
    await run(app());
    const tables = ['consent_evidence_log_files', 'consent_evidence_leaves'];
    const rows = await evidenceTables(app(), (connection) =>
      Promise.all(tables.map((table) => connection(table).select())),
    );
    const empty = () =>
      evidenceTables(app(), (connection) => Promise.all(tables.map((table) => connection(table).delete())));
    await empty();
    await expect(run(app())).rejects.toThrow(
      `has another log of ${size} entries than the database, which has 0, as after a restore: begin a new log`,
    );
    expect(await store(app()).leaves.logs()).toEqual([]);
    delete options.folder;
    await evidenceTables(app(), async (connection) => {
      for (const [at, table] of tables.entries()) await connection.batchInsert(table, rows[at] ?? [], 50);
    });
    expect(await sizeOf(app())).toBe(size);
  });

  it('tries a folder again that cannot be written, and says so; what is stored is sealed meanwhile', async () => {
    const { strapi } = app();
    const { jobs, seal } = getPluginOptions(strapi);
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, '');
    const before = await sizeOf(app());
    const warned = vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);
    const error = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
    jobs.seal = { everySeconds: 0.01 };
    seal.folder = join(blocked, 'log');
    await store(app()).append([newRecord()]);
    try {
      startSealing(strapi);
      await vi.waitFor(() => expect(error).toHaveBeenCalled(), 10_000);
      await pause(50);
      const said = error.mock.calls.flat();
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(`consent: the sealed log could not be copied into ${seal.folder}: `);
      expect(said[0]).toMatch(/; it is tried again$/);
      expect(await warnings()).toMatchObject([
        { code: 'seal-folder', message: expect.stringContaining(seal.folder) },
      ]);
      expect(await store(app()).leaves.waits()).toBe(false);
      await rm(blocked);
      await vi.waitFor(
        async () => expect((await verified(join(blocked, 'log'), '--key', await keyOf(app()))).code).toBe(0),
        10_000,
      );
      await vi.waitFor(async () => expect(await warnings()).toEqual([]), 10_000);
    } finally {
      await stopSealing(strapi);
      jobs.seal = false;
      delete seal.folder;
      warned.mockRestore();
      error.mockRestore();
    }
    expect(await sizeOf(app())).toBe(before + 1);
  });

  it('has the checkpoint of each day stamped by an authority, once, and goes on where that does not answer', async () => {
    const { seal } = getPluginOptions(app().strapi);
    const path = `${dailyCheckpointPath(new Date())}.tsr`;
    seal.tsa = tsa.address.replace('/tsa', '/closed');
    await expect(stampLog(app().strapi)).rejects.toThrow('answers 503');
    expect((await app().http.get(`${LOG}/${path}`)).status).toBe(404);
    seal.tsa = tsa.address;
    await stampLog(app().strapi);
    const stamp = await app().http.get(`${LOG}/${path}`).buffer(true);
    expect(stamp.headers['content-type']).toBe('application/timestamp-reply');
    await stampLog(app().strapi);
    const again = await store(app()).leaves.files(1).read(path);
    delete seal.tsa;
    const certificate = join(folder, 'authority.pem');
    await writeFile(certificate, authority.certificate);
    const today = new Date().toISOString().slice(0, 10);
    const args = ['--key', await keyOf(app()), '--since', today, '--tsa', certificate];
    const { code, text } = await verified(`${await listening(app())}${LOG}`, ...args);
    expect(text).toContain('Local stamping');
    expect(code, text).toBe(0);
    expect(again).not.toBeNull();
  });

  it('signs nothing more once somebody has changed a tile', async () => {
    const files = store(app()).leaves.files(1);
    const size = (await run(app()))?.head.size ?? 0;
    const path = `tile/0/${String(Math.floor(size / 256)).padStart(3, '0')}.p/${size % 256}`;
    const tile = (await files.read(path)) as Uint8Array;
    await files.write(
      path,
      Uint8Array.from(tile, (byte, at) => (at === 5 ? byte ^ 1 : byte)),
    );
    await expect(run(app())).rejects.toThrow('the tiles of the log are not those of its checkpoint');
    const { strapi } = app();
    const { jobs } = getPluginOptions(strapi);
    const silent = (['warn', 'error'] as const).map((level) =>
      vi.spyOn(strapi.log, level).mockImplementation(() => strapi.log),
    );
    jobs.seal = { everySeconds: 0.01 };
    try {
      startSealing(strapi);
      await vi.waitFor(
        async () =>
          expect(await warnings()).toMatchObject([
            { code: 'seal-fails', message: expect.stringContaining('not those of its checkpoint') },
          ]),
        10_000,
      );
      await files.write(path, tile);
      await vi.waitFor(async () => expect(await warnings()).toEqual([]), 10_000);
      await files.write(
        path,
        Uint8Array.from(tile, (byte, at) => (at === 5 ? byte ^ 1 : byte)),
      );
    } finally {
      await stopSealing(strapi);
      jobs.seal = false;
      for (const spy of silent) spy.mockRestore();
    }
    expect((await verified(`${await listening(app())}${LOG}`, '--key', await keyOf(app()))).code).toBe(1);
    await files.write(path, tile);
    expect((await run(app()))?.head.size).toBe(size);
  });

  it('goes on as it was signed where somebody has changed a leaf, of which no bundle is made', async () => {
    const record = newRecord();
    const [outcome] = await store(app()).append([record]);
    const id = outcome?.status === 'fulfilled' ? outcome.value.id : '';
    const size = await sizeOf(app());
    const [leaf] = await store(app()).leaves.ofItems([id]);
    const change = (commitment: Uint8Array) =>
      evidenceTables(app(), (connection) =>
        connection('consent_evidence_leaves')
          .where({ item_id: id })
          .update({ commitment: Buffer.from(commitment).toString('hex') }),
      );
    const token = await signInAdmin(app());
    const bundle = () =>
      app()
        .http.get(`/consent/records/bundle?consentId=${record.consentId}`)
        .set('Authorization', `Bearer ${token}`);
    await change(Buffer.alloc(32, 7));
    expect(await sizeOf(app())).toBe(size);
    const { code, text } = await verified(`${await listening(app())}${LOG}`, '--key', await keyOf(app()));
    expect(code, text).toBe(0);
    expect((await bundle()).status).toBe(409);
    await change(leaf!.commitment);
    expect((await bundle()).status).toBe(200);
  });

  /** The key in the environment, of the log that ends. */
  let former: string;

  it('takes a key from the environment, and with it retires the one that was kept', async () => {
    const kept = await keyOf(app());
    const key = newSignerKey(ORIGIN);
    await store(app()).append([newRecord()]);
    vi.stubEnv('CONSENT_SEAL_KEY', key);
    // Whoever can write to the database has the one that is kept there: only its owner says that it was theirs.
    await expect(run(app())).rejects.toThrow('by none of the keys that sign now');
    vi.stubEnv('CONSENT_SEAL_KEY', `${key} ${kept}`);
    await run(app());
    vi.stubEnv('CONSENT_SEAL_KEY', key);
    await run(app());
    vi.unstubAllEnvs();
    const list = (await app().http.get(`${LOG}/keys`)).text;
    expect(list).toMatch(new RegExp(`^${kept.replace(/[+.]/g, '\\$&')} \\S+ \\S+ \\d+$`, 'm'));
    const [signer] = signersOf(key);
    expect((await verified(`${await listening(app())}${LOG}`, '--key', signer.verifier.key)).code).toBe(0);
    await expect(run(app())).rejects.toThrow('by none of the keys that sign now');
    former = key;
  });

  it('begins a new log under a new name, in which everything has its place, and the former one stays as it was', async () => {
    vi.stubEnv('CONSENT_SEAL_KEY', former);
    const record = newRecord();
    await store(app()).append([record]);
    const { size = 0 } = (await run(app()))?.head ?? {};
    const checkpoint = (await app().http.get(`${LOG}/checkpoint`)).text;
    vi.stubEnv('CONSENT_SEAL_KEY', newSignerKey(`${ORIGIN}-2`));
    expect((await run(app()))?.head).toMatchObject({ origin: `${ORIGIN}-2`, size });
    const address = `${await listening(app())}${LOG}`;
    expect((await verified(`${address}-2`, '--key', await keyOf(app()))).code).toBe(0);
    const { verifier } = signersOf(former)[0];
    expect((await verified(address, '--key', verifier.key)).code).toBe(0);
    expect((await app().http.get(`${LOG}/checkpoint`)).text).toBe(checkpoint);

    const token = await signInAdmin(app());
    const { body } = await app()
      .http.get(`/consent/records/bundle?consentId=${record.consentId}`)
      .set('Authorization', `Bearer ${token}`)
      .responseType('blob');
    const file = join(folder, 'bundle-2.zip');
    await writeFile(file, body);
    const { code, text } = await verified(file, '--key', await keyOf(app()), '--log', `${address}-2`);
    expect(code, text).toBe(0);

    const options = getPluginOptions(app().strapi).seal;
    options.folder = folder;
    await expect(run(app())).rejects.toThrow('name another folder');
    delete options.folder;
    for (const none of ['-3', '-02', '-100']) {
      expect([none, (await app().http.get(`${LOG}${none}/checkpoint`)).status]).toEqual([none, 404]);
    }
    vi.stubEnv('CONSENT_SEAL_KEY', former);
    await expect(run(app())).rejects.toThrow('has ended and log 2 has taken its place');
  });
});
