import { beforeAll, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { verifyBundle } from '../server/src/evidence/seal/verify/verify-bundle';
import { getSealingService } from '../server/src/evidence/sealing/service';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { getConsentOverview } from '../server/src/overview/overview';
import { networkTagging } from '../server/src/records/network-tags';
import { COUNTS_TASK_UID } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { type App, onSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { postRecord, submissionTo, UNLIMITED } from './support/records';

const BEHIND_PROXY = { proxy: { koa: true } };
const NOTED = {
  options: { recording: { ...UNLIMITED.recording, networks: true }, seal: { origin: 'shop.example/log' } },
  server: BEHIND_PROXY,
};

/** Posts a decision from each address, one after the other; answers with the consent ids. */
async function decide(app: App, addresses: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const address of addresses) {
    const submission = await submissionTo(app);
    const { status } = await postRecord(app, submission).set('X-Forwarded-For', address);
    expect(status).toBe(201);
    ids.push(submission.consentId);
  }
  return ids;
}

const networks = (app: App) =>
  evidenceTables(app, async (connection) => (await connection(TABLES.networks)) as { tag: string }[]);

onSqlite('a flood of forged records', NOTED, (app) => {
  const begun = new Date(Date.now() - 1000).toISOString();
  let superAdmin: string;
  let forged: string[];
  let honest: string[];
  beforeAll(async () => {
    superAdmin = await signInAdmin(app());
    forged = await decide(
      app(),
      Array.from({ length: 20 }, (_, i) => `2001:db8:66:${(i + 256).toString(16)}::1`),
    );
    honest = await decide(app(), ['192.0.2.1', '2001:db8:77:1::1', '192.0.2.1']);
  });
  const ask = (path: string, token = superAdmin) =>
    app().http.get(`/consent/records${path}`).set('Authorization', `Bearer ${token}`);
  const act = (path: string, body: object, token = superAdmin) =>
    app().http.post(`/consent/records/quarantines${path}`).set('Authorization', `Bearer ${token}`).send(body);
  const spanUntilNow = () => `from=${begun}&to=${new Date(Date.now() + 60_000).toISOString()}`;
  const listed = async (query = '') =>
    (await ask(`?limit=100${query}`)).body.docs.map(({ consentId }: { consentId: string }) => consentId);

  it('E6: beside a record are hashes of its networks, no address, and another day has others', async () => {
    const rows = await networks(app());
    expect(rows).toHaveLength(21 * 3 + 2);
    expect(JSON.stringify(rows)).not.toMatch(/2001:|192\.0/);
    const tagsOf = networkTagging(app().strapi);
    const [today, again, tomorrow] = [new Date(), new Date(), new Date(Date.now() + 86_400_000)].map((day) =>
      tagsOf('2001:db8:66:100::1', day),
    );
    expect(today).toEqual(again);
    expect(rows).toEqual(expect.arrayContaining(today?.map((one) => expect.objectContaining(one)) ?? []));
    expect(tomorrow?.filter(({ tag }) => rows.some((row) => row.tag === tag))).toEqual([]);
    // Another app has other keys.
    const keys = Object.create(app().strapi, { config: { value: { get: () => ['another key'] } } });
    expect(networkTagging(keys)('2001:db8:66:100::1', new Date())).not.toEqual(today);
  });

  it('is set apart by the network that sent most, and counts nowhere until it is taken back', async () => {
    const before = (await getConsentOverview(app().strapi)).totals;
    const { senders } = (await ask(`/quarantines/senders?${spanUntilNow()}`)).body;
    expect(senders[0]).toMatchObject({ tier: '/48', records: 20 });
    const { tier, tag } = senders[0];
    const wanted = {
      from: begun,
      to: new Date(Date.now() + 60_000),
      network: { tier, tag },
      reason: 'A flood',
    };
    const placed = await act('', wanted);
    expect(placed.status).toBe(201);
    const [quarantine] = placed.body.quarantines;
    expect(quarantine).toMatchObject({
      tier: '/48',
      records: 20,
      settled: true,
      actor: { name: 'Ada Admin' },
    });
    expect(new Date(quarantine.to).getTime(), 'what is to come is not judged').toBeLessThanOrEqual(
      Date.now(),
    );

    expect(await listed()).toEqual(honest.toReversed());
    expect(await listed('&quarantined=only')).toEqual(forged.toReversed());
    expect(await listed('&quarantined=too')).toEqual([...forged, ...honest].reverse());
    const { totals } = await getConsentOverview(app().strapi);
    expect(totals).toEqual({
      records: before.records - 20,
      today: before.today - 20,
      last30Days: before.last30Days - 20,
    });
    expect((await ask('/export?format=csv')).text.trim().split('\n')).toHaveLength(1 + 3);
    const csv = (await ask('/export?format=csv&quarantined=only')).text.trim().split('\n');
    expect(csv).toHaveLength(1 + 20);
    expect(csv.slice(1).every((line) => line.includes(quarantine.id))).toBe(true);

    const { body: only } = await ask(`?quarantined=only&consentId=${forged[0]}`);
    const [record] = only.docs;
    const { body: evidence } = await ask(`/${record.id}`);
    expect(evidence).toMatchObject({
      quarantine: { reason: 'A flood' },
      record: { quarantine: quarantine.id },
    });
    expect((await ask(`/${(await ask('?limit=1')).body.docs[0].id}`)).body.quarantine).toBeNull();

    const { status, body } = await act(`/${quarantine.id}/lift`, { reason: 'They were real' });
    expect([status, body]).toEqual([200, { quarantines: [] }]);
    expect((await getConsentOverview(app().strapi)).totals).toEqual(before);
    expect(await listed()).toEqual([...forged, ...honest].reverse());
    expect((await act(`/${quarantine.id}/lift`, { reason: 'Again' })).status).toBe(404);
  });

  it('G2: is marked in a bundle, which verifies all the same', async () => {
    const [quarantine] = (await act('', { from: begun, to: new Date(), reason: 'All of them' })).body
      .quarantines;
    expect(quarantine).toMatchObject({ tier: null, records: 23 });
    const { body, status } = await ask(`/bundle?consentId=${forged[1]}`).responseType('blob');
    expect(status).toBe(200);
    const log = await getSealingService(app().strapi).log();
    const bundle = readBundle(new Uint8Array(body));
    expect(bundle.about.quarantined).toMatchObject([{ reason: 'All of them' }]);
    const file = (path: string) => Buffer.from(bundle.files.get(path) ?? []).toString();
    expect(JSON.parse(file('records.json')).consent_records).toMatchObject([
      { quarantine: { reason: 'All of them' }, record_header: { pii_principal_id: forged[1] } },
    ]);
    expect(file('README.txt')).toContain(': All of them\n');
    const { checks } = await verifyBundle(new Uint8Array(body), {
      keys: log?.signers.map(({ verifier }) => verifier) ?? [],
    });
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(checks.some(({ outcome }) => outcome === 'passed')).toBe(true);
    await act(`/${quarantine.id}/lift`, { reason: 'Enough' });
  });

  it('goes on with the job of the hour where the database did not answer', async () => {
    const { strapi } = app();
    const { quarantines } = getEvidenceStore(strapi);
    const refused = vi.spyOn(quarantines, 'settle').mockRejectedValueOnce(new Error('no connection'));
    const error = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
    const { body } = await act('', { from: begun, to: new Date(), reason: 'An outage' });
    expect(body.quarantines).toMatchObject([{ records: 0, settled: false }]);
    expect(error.mock.calls.join()).toContain('no connection');
    for (const spy of [refused, error]) spy.mockRestore();
    await strapi.cron.jobs.find(({ name }) => name === COUNTS_TASK_UID)?.job.invoke();
    await expect.poll(() => quarantines.active()).toMatchObject([{ records: 23, settled: true }]);
    await act(`/${body.quarantines[0].id}/lift`, { reason: 'Enough' });
  });

  it('asks for a permission of its own, a reason, and a span that lies in the past', async () => {
    const reader = await signInAdmin(app(), ['plugin::consent.records.read']);
    const wanted = { from: begun, to: new Date(), reason: 'A flood' };
    expect((await ask('/quarantines', reader)).body).toEqual({ quarantines: [] });
    expect((await act('', wanted, reader)).status).toBe(403);
    expect((await act('/x/lift', { reason: 'x' }, reader)).status).toBe(403);
    expect((await ask(`/quarantines/senders?${spanUntilNow()}`, reader)).status).toBe(403);
    const ahead = new Date(Date.now() + 60_000);
    for (const [changes, message] of [
      [{ reason: ' ' }, 'reason: say why'],
      [{ to: begun }, 'to: must be after from'],
      [{ from: ahead, to: new Date(Date.now() + 120_000) }, 'from: must be in the past'],
      [
        { network: { tier: '/48', tag: '2001:db8:66::/48' } },
        'network.tag: take it from the list of senders',
      ],
    ] as const) {
      const { status, body } = await act('', { ...wanted, ...changes });
      expect([status, body.error.message]).toEqual([400, message]);
    }
    expect((await ask('?quarantined=yes')).status).toBe(400);
  });
});

onSqlite('without the option', { options: UNLIMITED, server: BEHIND_PROXY }, (app) => {
  it('E6: nothing of a network is kept', async () => {
    await decide(app(), ['192.0.2.1', '2001:db8:77:1::1']);
    expect(await networks(app())).toEqual([]);
  });
});
