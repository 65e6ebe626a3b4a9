import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { verify } from '../bin/verify';
import { getEvidenceStore } from '../server/src/evidence';
import {
  commitmentOf,
  dailyCheckpointPath,
  type JsonObject,
  newSignerKey,
  type SealedKind,
  signersOf,
} from '../server/src/evidence/seal';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { startSealing, stopSealing } from '../server/src/evidence/sealing/job';
import { getSealingService, stampLog } from '../server/src/evidence/sealing/service';
import { getPluginOptions } from '../server/src/options';
import { Pace, restAfter } from '../server/src/pace';
import { actOnRetention, noteRetention } from '../server/src/records/retention-state';
import { signInAdmin } from './support/admin';
import { type App, listening, onSqlite, withSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { changeSettings, postRecord, submissionTo, UNLIMITED } from './support/records';
import { type TimestampAuthority, timestampAuthority } from './support/timestamp-authority';

const LOG = '/api/consent/log';
const ORIGIN = 'cms.example.com/api/consent/log';

const store = ({ strapi }: App) => getEvidenceStore(strapi);
const run = ({ strapi }: App) => getSealingService(strapi).run();
const sizeOf = async (app: App) => (await run(app))?.head.size ?? 0;
/** What the program says of a log or a bundle, and with which code it ends. */
const verified = async (...args: string[]) => {
  const lines: string[] = [];
  const code = await verify(args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};
const keyOf = async ({ strapi }: App) => {
  const log = await getSealingService(strapi).log();
  return log?.signers[0].verifier.key ?? '';
};

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

describe('The pace of sealing', () => {
  it('leaves a busy server alone, and hurries where nothing else is to be done', () => {
    expect(restAfter(1)).toBe(40);
    expect(restAfter(0.5)).toBe(40);
    expect(restAfter(0.25)).toBe(10);
    expect(restAfter(0)).toBe(1);
  });

  it('leaves the lock for a rest that a run has no time for, and takes that rest after it', async () => {
    const ended = new AbortController();
    const pace = new Pace(ended.signal, 500);
    const goOn = pace.begin();
    await pause(20);
    const asked = performance.now();
    expect(await goOn()).toBe(false);
    expect(performance.now() - asked).toBeLessThan(300);
    expect(pace.due).toBeGreaterThan(500);
    const resting = pace.betweenRuns(1);
    expect(pace.due).toBe(0);
    ended.abort();
    await expect(resting).rejects.toThrow('aborted');
  });

  it('rests a minute at most, however long a step took', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const pace = new Pace(new AbortController().signal);
      const goOn = pace.begin();
      now.mockReturnValue(10_000);
      expect(await goOn()).toBe(false);
      expect(pace.due).toBe(60_000);
    } finally {
      now.mockRestore();
    }
  });
});

onSqlite(
  'The sealed log of a running Strapi',
  { options: UNLIMITED, server: { url: 'https://cms.example.com' } },
  (app) => {
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
      const { code, text } = await verified(
        `${await listening(app())}${LOG}`,
        '--key',
        key,
        '--since',
        today,
      );
      expect(text).toContain(
        `All ${before + 1} entries and the tiles over them are those of the checkpoint.`,
      );
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
        await vi.waitFor(async () => expect(await store(app()).leaves.waits()).toBe(false), 20_000);
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
      delete options.folder;
      await writeFile(join(folder, 'checkpoint'), checkpoint);
      expect(await sizeOf(app())).toBe(size + 1);
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
        expect(await store(app()).leaves.waits()).toBe(false);
        await rm(blocked);
        await vi.waitFor(
          async () =>
            expect((await verified(join(blocked, 'log'), '--key', await keyOf(app()))).code).toBe(0),
          10_000,
        );
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

    describe('gives a bundle', () => {
      let token: string;
      beforeAll(async () => {
        token = await signInAdmin(app());
      });
      const bundle = (query: string) =>
        app()
          .http.get(`/consent/records/bundle?${query}`)
          .set('Authorization', `Bearer ${token}`)
          .responseType('blob');
      const unpacked = (zip: Buffer) => readBundle(zip);
      const verifiedBundle = async (zip: Buffer) => {
        const file = join(folder, 'bundle.zip');
        await writeFile(file, zip);
        return verified(file, '--key', await keyOf(app()), '--log', `${await listening(app())}${LOG}`);
      };

      it('about a consent id, with what was shown, which stands alone and verifies', async () => {
        const submission = await submissionTo(app());
        await postRecord(app(), submission);
        const withdrawal = { ...submission, source: 'withdraw', replaces: submission.consentId };
        const next = { ...withdrawal, consentId: randomUUID() } as typeof submission;
        const { body: last } = await postRecord(app(), next);
        const { status, headers, body } = await bundle(`consentId=${submission.consentId}`);
        expect(status).toBe(200);
        expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
        const { about } = unpacked(body);
        expect(about.items).toHaveLength(2);
        expect(about.parties[0]).toMatchObject({ party_id: 'cms.example.com', party_role: 'controller' });
        expect(about.retention.retention_period).toBe('P36M');
        expect(about.documents.map(({ role }) => role)).toContain('snapshot');
        expect(about.missing).toEqual([]);
        const { code, text } = await verifiedBundle(body);
        expect(code, text).toBe(0);
        const ofRecord = unpacked((await bundle(`record=${last.id}`)).body);
        expect(ofRecord.about).toMatchObject({ subject: { record: last.id }, items: about.items });
      });

      it('that states the retention in force, not a shorter one that was announced', async () => {
        const record = newRecord();
        await store(app()).append([record]);
        const stated = async () =>
          readBundle((await bundle(`consentId=${record.consentId}`)).body).about.retention;
        await changeSettings(app(), { retentionMonths: 12 });
        await noteRetention(app().strapi);
        expect(await stated()).toEqual({
          retention_period: 'P36M',
          rule: 'A record is deleted 36 months after it was stored; under a legal hold it stays until the hold is lifted.',
        });
        await actOnRetention(app().strapi, { act: 'confirm', months: 12, reason: 'Test' });
        expect((await stated()).retention_period).toBe('P12M');
        await changeSettings(app(), { retentionMonths: null });
        await noteRetention(app().strapi);
        expect((await stated()).retention_period).toBe('P36M');
      });

      it('about an account, however many records it has', async () => {
        await store(app()).append(Array.from({ length: 60 }, () => newRecord({ user: 'ada' })));
        const { body } = await bundle('account=ada');
        expect(unpacked(body).about.items).toHaveLength(60);
        expect((await verifiedBundle(body)).code).toBe(0);
      });

      it('that says what was erased, and none of nobody', async () => {
        const gone = newRecord();
        const later = newRecord({ replaces: gone.consentId });
        await store(app()).append([gone, later]);
        await store(app()).erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
        const { body } = await bundle(`consentId=${later.consentId}`);
        expect(unpacked(body).about.items).toHaveLength(2);
        const { code, text } = await verifiedBundle(body);
        expect(code, text).toBe(0);
        expect((await bundle(`consentId=${gone.consentId}`)).status).toBe(200);
        expect((await bundle(`consentId=${randomUUID()}`)).status).toBe(404);
        expect((await bundle('record=nothing')).status).toBe(404);
        for (const query of ['', 'record=1&account=2', 'user=ada', 'consentId=1']) {
          expect([query, (await bundle(query)).status]).toEqual([query, 400]);
        }
      });

      it('of nothing that somebody has changed in the database', async () => {
        const record = newRecord({ user: 'eve' });
        await store(app()).append([record]);
        await run(app());
        await evidenceTables(app(), (connection) =>
          connection('consent_evidence_records').where({ account: 'eve' }).update({ locale: 'fr' }),
        );
        const { status, body } = await bundle('account=eve');
        expect(status).toBe(409);
        expect(body.toString()).toContain('is not what was sealed as entry');
      });

      it('to those alone who may export records', async () => {
        const other = await signInAdmin(app(), ['plugin::consent.records.read']);
        const { status } = await app()
          .http.get('/consent/records/bundle?account=ada')
          .set('Authorization', `Bearer ${other}`);
        expect(status).toBe(403);
      });
    });

    describe('feeds other systems', () => {
      const FEED = '/api/consent/records/feed';
      const tokenOf = async (type: 'full-access' | 'read-only' | 'custom', permissions?: string[]) => {
        const tokens = app().strapi.service('admin::api-token');
        const made = await tokens.create({
          name: randomUUID(),
          description: '',
          type,
          lifespan: null,
          ...(permissions ? { permissions } : {}),
        });
        return made.accessKey as string;
      };
      const feed = async (token: string, query = '') =>
        app().http.get(`${FEED}?${query}`).set('Authorization', `Bearer ${token}`);

      it('with everything that was sealed, in the order of the log, each entry once, resumable', async () => {
        const token = await tokenOf('custom', ['plugin::consent.records.feed']);
        const size = (await run(app()))?.head.size ?? 0;
        const seen: {
          index: number;
          kind: SealedKind;
          salt: string;
          commitment: string;
          content: JsonObject;
        }[] = [];
        let after = -1;
        for (;;) {
          const { status, body, headers } = await feed(token, `after=${after}&limit=300`);
          expect([status, headers['cache-control'], body.size]).toEqual([200, 'no-store', size]);
          if (body.items.length === 0) break;
          seen.push(...body.items);
          after = body.after;
        }
        expect(seen.map(({ index }) => index)).toEqual(Array.from({ length: size }, (_, index) => index));
        for (const { kind, salt, content, commitment } of seen.slice(0, 50)) {
          expect(Buffer.from(commitmentOf({ kind, salt, content })).toString('base64')).toBe(commitment);
        }
        expect((await feed(token, `after=${after}`)).body).toEqual({ items: [], after, size });
      });

      it('with a tombstone where a record was erased, also once its leaf is gone', async () => {
        const token = await tokenOf('full-access');
        const gone = newRecord();
        const [outcome] = await store(app()).append([gone]);
        const id = outcome?.status === 'fulfilled' ? outcome.value.id : '';
        await run(app());
        const [leaf] = await store(app()).leaves.ofItems([id]);
        const index = leaf?.index ?? 0;
        expect((await feed(token, `after=${index - 1}`)).body.items[0].content.id).toBe(id);
        await store(app()).erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
        const erased = [{ index, kind: 'record', erased: true }];
        expect((await feed(token, `after=${index - 1}&limit=1`)).body.items).toEqual(erased);
        await run(app());
        expect(await store(app()).leaves.from(index, 1)).toMatchObject([
          { index: index + 1, kind: 'erasure' },
        ]);
        expect((await feed(token, `after=${index - 1}&limit=1`)).body.items).toEqual(erased);
      });

      it('by API tokens that may, and nobody else', async () => {
        const statuses = async (...tokens: string[]) =>
          Promise.all(tokens.map(async (token) => (await feed(token)).status));
        expect((await app().http.get(FEED)).status).toBe(401);
        const admin = await signInAdmin(app());
        expect(await statuses('nonsense', admin)).toEqual([401, 401]);
        expect(
          await statuses(
            await tokenOf('read-only'),
            await tokenOf('custom', ['plugin::consent.config.find']),
          ),
        ).toEqual([403, 403]);
        expect((await feed(await tokenOf('full-access'), 'limit=5000')).status).toBe(400);
      });
    });

    it('signs nothing more once somebody has changed a tile or a leaf', async () => {
      const files = store(app()).leaves.files(1);
      const size = (await run(app()))?.head.size ?? 0;
      const path = `tile/0/${String(Math.floor(size / 256)).padStart(3, '0')}.p/${size % 256}`;
      const tile = (await files.read(path)) as Uint8Array;
      await files.write(
        path,
        Uint8Array.from(tile, (byte, at) => (at === 5 ? byte ^ 1 : byte)),
      );
      await expect(run(app())).rejects.toThrow('the tiles of the log are not those of its checkpoint');
      expect((await verified(`${await listening(app())}${LOG}`, '--key', await keyOf(app()))).code).toBe(1);
      await files.write(path, tile);
      expect((await run(app()))?.head.size).toBe(size);
    });

    /** The key in the environment, of the log that ends. */
    let former: string;

    it('takes a key from the environment, and with it retires the one that was kept', async () => {
      const kept = await keyOf(app());
      const key = newSignerKey(ORIGIN);
      vi.stubEnv('CONSENT_SEAL_KEY', key);
      await store(app()).append([newRecord()]);
      await run(app());
      vi.unstubAllEnvs();
      const list = (await app().http.get(`${LOG}/keys`)).text;
      expect(list).toMatch(new RegExp(`^${kept.replace(/[+.]/g, '\\$&')} \\S+ \\S+ \\d+$`, 'm'));
      const [signer] = signersOf(key);
      expect((await verified(`${await listening(app())}${LOG}`, '--key', signer.verifier.key)).code).toBe(0);
      await expect(run(app())).rejects.toThrow('was retired');
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
  },
);

withSqlite('The sealed log', (start) => {
  it('is open to holders of a token alone, or to nobody', async () => {
    const token = 'a-token-that-nobody-guesses-0123456789';
    const app = await start({ options: { seal: { token, origin: ORIGIN } } });
    await run(app);
    const ask = (value: string) => app.http.get(`${LOG}/checkpoint`).set('Authorization', value);
    expect((await app.http.get(`${LOG}/checkpoint`)).status).toBe(401);
    expect((await ask(`Bearer ${token}x`)).status).toBe(401);
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    const address = `${await listening(app)}${LOG}`;
    const key = await keyOf(app);
    const without = await verified(address, '--key', key);
    expect([without.code, without.text]).toEqual([2, expect.stringContaining('asks for a token')]);
    expect((await verified(address, '--key', key, '--token', `${token}x`)).code).toBe(2);
    expect((await verified(address, '--key', key, '--token', token)).code).toBe(0);
    vi.stubEnv('CONSENT_LOG_TOKEN', token);
    expect((await verified(address, '--key', key)).code).toBe(0);
    const { seal } = getPluginOptions(app.strapi);
    delete seal.token;
    seal.public = false;
    expect((await ask(`Bearer ${token}`)).status).toBe(404);
  });

  it('without a name in production waits, and seals everything once it has one', async () => {
    const app = await start({ environment: 'production' });
    await store(app).append([newRecord()]);
    expect(await run(app)).toBeNull();
    expect(await store(app).leaves.waits()).toBe(true);
    vi.stubEnv('CONSENT_SEAL_KEY', newSignerKey('shop.example/log'));
    expect((await run(app))?.head).toMatchObject({ origin: 'shop.example/log' });
    expect(await store(app).leaves.waits()).toBe(false);
    getPluginOptions(app.strapi).seal.origin = 'other.example/log';
    await expect(run(app)).rejects.toThrow('write seal.origin: "shop.example/log"');
    vi.stubEnv('CONSENT_SEAL_KEY', 'PRIVATE+KEY+shop.example/log+00000000+AAAA');
    expect(() => startSealing(app.strapi)).toThrow(/^consent: CONSENT_SEAL_KEY is wrong: .*new-key/);
  });

  it('seals what was stored while sealing was off, once it is on', async () => {
    const first = await start({
      options: { seal: { enabled: false } },
      server: { url: 'https://cms.example.com' },
    });
    await store(first).append(Array.from({ length: 700 }, () => newRecord()));
    expect(await store(first).leaves.waits()).toBe(false);
    expect(await run(first)).toBeNull();
    expect((await first.http.get(`${LOG}/checkpoint`)).status).toBe(404);
    const queued = await evidenceTables(first, (connection) => connection('consent_evidence_unsealed'));
    expect(queued).toEqual([]);
    getPluginOptions(first.strapi).seal.enabled = true;
    const size = await sizeOf(first);
    const leaves = await store(first).leaves.from(0, size);
    expect(leaves.filter(({ kind }) => kind === 'record')).toHaveLength(700);
  });
});
