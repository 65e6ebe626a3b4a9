import { afterEach, expect, it, vi } from 'vitest';
import { newSignerKey } from '../server/src/evidence/seal';
import { startSealing, stopSealing } from '../server/src/evidence/sealing/job';
import { getPluginOptions } from '../server/src/options';
import { signInAdmin } from './support/admin';
import { listening, withSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { keyOf, LOG, ORIGIN, run, SEALING_SERVER, sizeOf, store, verified } from './support/sealed-log';

afterEach(() => vi.unstubAllEnvs());

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
    vi.stubEnv(
      'CONSENT_SEAL_KEY',
      'PRIVATE+KEY+https://shop.example/log+08b15e22+Ad8GHBx6ViwqvrBwFlbtmyFQ06QKyE/Tw7ka7WWvl9fj',
    );
    const warned = vi.spyOn(app.strapi.log, 'warn').mockImplementation(() => app.strapi.log);
    const { seal, jobs } = getPluginOptions(app.strapi);
    delete seal.origin;
    jobs.seal = { everySeconds: 60 };
    startSealing(app.strapi);
    await stopSealing(app.strapi);
    expect(warned.mock.calls.flat().join(), 'begun so, it goes on').toContain('names its log by more than');
    warned.mockRestore();
  });

  it('warns in the overview of a key that nobody gave, until the environment has one', async () => {
    const warned = async () => {
      const app = await start({ environment: 'production' });
      const authorization = `Bearer ${await signInAdmin(app)}`;
      const { status, body } = await app.http.get('/consent/overview').set('Authorization', authorization);
      expect(status).toBe(200);
      return body.warnings.filter(({ code }: { code: string }) => code === 'seal-key-kept');
    };
    expect(await warned()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('set CONSENT_SEAL_KEY') }),
    ]);
    vi.stubEnv('CONSENT_SEAL_KEY', newSignerKey('shop.example/log'));
    expect(await warned()).toEqual([]);
  });

  it('seals what was stored while sealing was off, once it is on', async () => {
    const first = await start({
      options: { seal: { enabled: false } },
      server: SEALING_SERVER,
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
