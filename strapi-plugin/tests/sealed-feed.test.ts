import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { SYSTEM } from '../server/src/evidence/audit';
import { commitmentOf, type JsonObject, type SealedKind } from '../server/src/evidence/seal';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { run, SEALING_SERVER, sizeOf, store } from './support/sealed-log';

onSqlite('The feed of the sealed log', { server: SEALING_SERVER }, (app) => {
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
    // More than two answers hold.
    await store(app()).append(Array.from({ length: 620 }, () => newRecord()));
    const size = await sizeOf(app());
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

  it('with an entry of the trail into which half a character came, and with what is behind it', async () => {
    const token = await tokenOf('full-access');
    const after = (await sizeOf(app())) - 1;
    const reason = randomUUID();
    const subject = { uid: 'plugin::consent.tracker', id: null, title: null, locale: null };
    const changes = [{ path: 'note', before: null, after: 'half' }];
    await store(app()).audit.add([
      { action: 'note', at: new Date(), actor: SYSTEM, subject, changes, reason },
    ]);
    // As a trail has it that was written before such texts were mended.
    await evidenceTables(app(), (connection) =>
      connection(TABLES.audit)
        .where({ reason })
        .update({ changes: JSON.stringify(changes).replace('"half"', '{"\\ud83c":"\\ud83c"}') }),
    );
    await store(app()).append([newRecord()]);
    expect(await sizeOf(app())).toBe(after + 3);
    const { items } = (await feed(token, `after=${after}`)).body;
    expect(items[0].content.changes).toEqual([{ path: 'note', after: { '\ufffd': '\ufffd' } }]);
    for (const { kind, salt, content, commitment } of items) {
      expect(Buffer.from(commitmentOf({ kind, salt, content })).toString('base64')).toBe(commitment);
    }
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
    expect(await store(app()).leaves.from(index, 1)).toMatchObject([{ index: index + 1, kind: 'erasure' }]);
    expect((await feed(token, `after=${index - 1}&limit=1`)).body.items).toEqual(erased);
  });

  it('with what somebody has removed from the database marked as missing, of whatever kind it was', async () => {
    const token = await tokenOf('full-access');
    const record = newRecord();
    const [outcome] = await store(app()).append([record]);
    const id = outcome?.status === 'fulfilled' ? outcome.value.id : '';
    await store(app()).erase({ consentId: randomUUID(), actor: 'officer', at: new Date() });
    const size = await sizeOf(app());
    // Of one millisecond, so either may come first.
    const [{ index } = { index: 0 }] = await store(app()).leaves.ofItems([id]);
    const erasure = index === size - 1 ? size - 2 : size - 1;
    const of = async (at: number) => (await feed(token, `after=${at - 1}&limit=1`)).body.items[0];
    expect([(await of(index)).content.id, (await of(erasure)).kind]).toEqual([id, 'erasure']);
    const remove = (table: string, where: object) =>
      evidenceTables(app(), (connection) => connection(table).where(where).delete());
    const [leaf] = await store(app()).leaves.from(erasure, 1);
    await remove('consent_evidence_records', { id });
    await remove('consent_evidence_log', { id: leaf!.itemId });
    expect(await of(index)).toEqual({ index, kind: 'record', missing: true });
    expect(await of(erasure)).toEqual({ index: erasure, kind: 'erasure', missing: true });
    // Also by whoever has removed the leaf along with it: the log says of which kind it was.
    await remove('consent_evidence_leaves', { leaf_index: erasure });
    expect(await of(erasure)).toEqual({ index: erasure, kind: 'erasure', missing: true });
    // A purge leaves nothing by which one could tell.
    await store(app()).dropBefore(new Date(Date.now() + 1000), { policyVersion: 'aaaaaaaa' });
    expect(await of(index)).toEqual({ index, kind: 'record', erased: true });
  });

  it('with what is set apart marked beside what was sealed, and the trail as entries, until it is given back', async () => {
    const token = await tokenOf('full-access');
    const { quarantines } = store(app());
    const at = Date.UTC(2034, 0, 5);
    const forged = Array.from({ length: 3 }, (_, i) => newRecord({ createdAt: new Date(at + i) }));
    const after = (await sizeOf(app())) - 1;
    await store(app()).append([...forged, newRecord({ createdAt: new Date(at + 60_000) })]);
    await run(app());
    const items = async (from: number) => (await feed(token, `after=${from}`)).body.items;
    const before = await items(after);
    expect(before).toHaveLength(4);
    const actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;
    const span = { from: new Date(at), to: new Date(at + 1000) };
    const { id } = await quarantines.place({
      ...span,
      network: null,
      reason: 'A flood',
      actor,
      at: new Date(),
    });
    await quarantines.settle();
    await run(app());
    const apart = await items(after);
    expect(apart.slice(0, 3)).toEqual(
      before.slice(0, 3).map((item: object) => ({ ...item, quarantined: true })),
    );
    expect(apart[3]).toEqual(before[3]);
    const changes = [
      { path: 'from', after: span.from.toISOString() },
      { path: 'to', after: span.to.toISOString() },
    ];
    expect(apart[4]).toMatchObject({ kind: 'audit', content: { action: 'quarantine', changes } });
    await quarantines.lift(id, { actor, reason: 'They were real', at: new Date() });
    await quarantines.settle();
    await run(app());
    const back = await items(after);
    expect(back.slice(0, 4)).toEqual(before);
    expect(back[5]).toMatchObject({ kind: 'audit', content: { action: 'restore' } });
  });

  it('by API tokens that may, and nobody else', async () => {
    const statuses = async (...tokens: string[]) =>
      Promise.all(
        tokens.map(async (token) => {
          const { status, headers } = await feed(token);
          expect(headers['cache-control'], 'K').toBe('no-store');
          return status;
        }),
      );
    expect((await app().http.get(FEED)).status).toBe(401);
    const admin = await signInAdmin(app());
    expect(await statuses('nonsense', admin)).toEqual([401, 401]);
    expect(
      await statuses(await tokenOf('read-only'), await tokenOf('custom', ['plugin::consent.config.find'])),
    ).toEqual([403, 403]);
    expect((await feed(await tokenOf('full-access'), 'limit=5000')).status).toBe(400);
  });
});
