import { beforeAll, expect, it } from 'vitest';
import { getPluginOptions } from '../server/src/options';
import { signInAdmin } from './support/admin';
import { onEachDatabase } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { run, SEALING_SERVER, store } from './support/sealed-log';

onEachDatabase('A record in the admin, against the sealed log', { server: SEALING_SERVER }, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await signInAdmin(app());
  });
  const stored = async () => {
    const [outcome] = await store(app()).append([newRecord()]);
    return outcome?.status === 'fulfilled' ? outcome.value.id : '';
  };
  const sealOf = async (id: string) => {
    const { body } = await app().http.get(`/consent/records/${id}`).set('Authorization', `Bearer ${token}`);
    return body.seal;
  };
  const indexOf = async (id: string) => (await store(app()).leaves.ofItems([id]))[0]?.index;
  const change = (table: string, where: object, values: object) =>
    evidenceTables(app(), (connection) => connection(table).where(where).update(values));

  it('waits for its turn, and is then sealed as the entry of an index', async () => {
    const id = await stored();
    expect(await sealOf(id)).toEqual({ state: 'waiting' });
    await run(app());
    expect(await sealOf(id)).toEqual({ state: 'sealed', index: await indexOf(id) });
  });

  it('is said to be changed where somebody has changed it by SQL', async () => {
    const id = await stored();
    await run(app());
    await change('consent_evidence_records', { id }, { locale: 'fr' });
    expect(await sealOf(id)).toEqual({ state: 'changed', index: await indexOf(id) });
  });

  it('is sealed still where it was set apart, which is no part of what was sealed', async () => {
    const id = await stored();
    await run(app());
    await change('consent_evidence_records', { id }, { quarantine: '01935772-7f00-7000-8000-000000000000' });
    expect(await sealOf(id)).toMatchObject({ state: 'sealed' });
  });

  it('is said to be changed where somebody has changed the leaf or the log with it', async () => {
    const id = await stored();
    await run(app());
    const index = await indexOf(id);
    await change('consent_evidence_leaves', { item_id: id }, { salt: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect(await sealOf(id)).toEqual({ state: 'changed', index });
    const other = await stored();
    await run(app());
    const files = store(app()).leaves.files(1);
    const checkpoint = (await files.read('checkpoint'))!;
    await files.write('checkpoint', Buffer.from(Buffer.from(checkpoint).toString().replace('\n1', '\n9')));
    expect(await sealOf(other)).toMatchObject({ state: 'changed' });
    await files.write('checkpoint', checkpoint);
    expect(await sealOf(other)).toMatchObject({ state: 'sealed' });
  });

  it('says nothing where nothing is sealed', async () => {
    const { seal } = getPluginOptions(app().strapi);
    const id = await stored();
    seal.enabled = false;
    expect(await sealOf(id)).toBeNull();
    seal.enabled = true;
    expect(await sealOf(id)).toEqual({ state: 'waiting' });
  });
});
