import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SealableItem } from '../server/src/evidence/leaf-store';
import type { NewRecord } from '../server/src/evidence/record';
import {
  commitmentOf,
  logEntries,
  newSignerKey,
  type SealedItem,
  signersOf,
} from '../server/src/evidence/seal';
import { parseLogEntry } from '../server/src/evidence/seal/sealed-item';
import { exitCode } from '../server/src/evidence/seal/verify/check';
import { verifyLog } from '../server/src/evidence/seal/verify/verify-log';
import { growLog } from '../server/src/evidence/sealing/grow-log';
import { missingAmong } from '../server/src/evidence/sealing/missing';
import { ownLog } from '../server/src/evidence/sealing/own-log';
import type { EvidenceStore } from '../server/src/evidence/store';
import { sha } from './support/evidence';
import { newRecord } from './support/new-record';

/** What every store must do for its items to be sealed. The last of the contract: it seals what others have stored. */
export function leavesContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const signers = signersOf(newSignerKey('www.example.com/api/consent/log'));
  const grow = async (one: EvidenceStore, only?: SealableItem[]) => {
    const work = async () => {
      await growLog(await ownLog(one.leaves, { signers }), one.leaves, only ? { only } : {});
    };
    while (!(await one.leaves.alone(work))) await pause(5);
  };
  const sealed = async (...records: NewRecord[]) => {
    const ids = (await store().append(records)).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.id : '',
    );
    await grow(
      store(),
      ids.map((id) => ({ id, kind: 'record' })),
    );
    return ids;
  };
  const head = async () =>
    (await growLog(await ownLog(store().leaves, { signers }), store().leaves, { only: [] })).head;
  const verified = async () => {
    const checks = await verifyLog(store().leaves.files(1), { keys: [signers[0].verifier], authorities: [] });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    return exitCode(checks);
  };
  /** The items of ids as they would be proved: from what is stored, with the salt of the leaf. */
  const itemOf = async (id: string): Promise<SealedItem | null> => {
    const [leaf] = await store().leaves.ofItems([id]);
    if (!leaf?.salt) return null;
    const content = (await store().leaves.contents([{ kind: leaf.kind, id }])).get(id);
    return content ? { kind: leaf.kind, salt: leaf.salt, content } : null;
  };

  describe('leaves', () => {
    beforeAll(() => grow(store()), 60_000);

    it('stand for everything that was ever stored and is there, each once, in a log that verifies', async () => {
      expect(await store().leaves.waits()).toBe(false);
      expect(await store().leaves.backlog()).toBeNull();
      expect((await head()).size).toBeGreaterThan(1000);
      expect(await verified()).toBe(0);
      const kinds = new Set((await store().leaves.from(0, 100_000)).map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(['audit', 'erasure', 'purge', 'record']);
    });

    it('commit to what is stored, and to nothing that is changed later', async () => {
      const record = newRecord({ locale: 'de', decisions: { statistik: true } });
      const [id = ''] = await sealed(record);
      const [leaf] = await store().leaves.ofItems([id]);
      const item = (await itemOf(id)) as SealedItem;
      expect(item.content).toMatchObject({ id, consentId: record.consentId, locale: 'de', gpc: false });
      expect(item.content).not.toHaveProperty('country', null);
      expect(Buffer.from(commitmentOf(item))).toEqual(Buffer.from(leaf?.commitment ?? []));
      const changed = { ...item, content: { ...item.content, decisions: { statistik: false } } };
      expect(Buffer.from(commitmentOf(changed))).not.toEqual(Buffer.from(leaf?.commitment ?? []));
      const size = (await head()).size;
      for await (const entry of logEntries(store().leaves.files(1), size, { from: leaf?.index ?? 0 })) {
        expect(Buffer.from(parseLogEntry(entry).commitment)).toEqual(Buffer.from(leaf?.commitment ?? []));
      }
    });

    it('wait from the moment on at which an item is stored, and come in the order of their ids', async () => {
      await store().append(Array.from({ length: 30 }, () => newRecord()));
      expect(await another().leaves.waits()).toBe(true);
      const { items = 0, more, since } = (await another().leaves.backlog()) ?? {};
      expect([items >= 30, Number.isInteger(items), more]).toEqual([true, true, false]);
      expect(since?.getTime()).toBeGreaterThan(Date.now() - 600_000);
      const { size } = await head();
      await grow(another());
      const added = await store().leaves.from(size, 100);
      expect(added).toHaveLength(30);
      const ids = added.map(({ itemId }) => itemId);
      expect(ids).toEqual([...ids].sort());
    });

    it('lie beside what an instance notes for the others, and takes back', async () => {
      const noted = () => another().leaves.noted('remark ');
      await store().leaves.note('remark 2', 'b');
      await store().leaves.note('remark 1', 'a');
      await another().leaves.note('remark 2', 'c');
      expect(await noted()).toEqual([
        { name: 'remark 1', value: 'a' },
        { name: 'remark 2', value: 'c' },
      ]);
      await store().leaves.note('remark 2', null);
      await store().leaves.note('remark 1', null);
      expect(await noted()).toEqual([]);
    });

    it('are made by one instance at a time, and each item once', async () => {
      const { size } = await head();
      await store().append(Array.from({ length: 200 }, () => newRecord()));
      const attempts = [store(), another(), store(), another()].map((one) => grow(one));
      await Promise.all(attempts);
      expect((await head()).size).toBe(size + 200);
      expect(await verified()).toBe(0);
      await store().leaves.alone(async () => {
        expect(await another().leaves.alone(async () => {})).toBe(false);
      });
    });

    it('of a record whose account goes say nothing of the link, and it is sealed again as what it is', async () => {
      const account = randomUUID();
      const actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;
      const own = (changes: Partial<NewRecord> = {}) => newRecord({ user: account, ...changes });
      const [one, held] = [own(), own()];
      const [id = '', heldId = ''] = await sealed(one, held);
      const waiting = await store().append([own()]);
      const stranger = await sealed(newRecord({ user: randomUUID() }));
      const before = (await itemOf(id)) as SealedItem;
      expect(before.content).toMatchObject({ user: account });
      const scope = {
        consentId: held.consentId,
        from: null,
        to: null,
        reason: 'Case',
        actor,
        at: new Date(),
      };
      const hold = await store().holds.place(scope);
      const at = new Date();
      expect(await another().unlink(account, { actor, at })).toEqual({ unlinked: 2, held: 1 });
      expect((await store().byId(id))?.user).toBeNull();
      expect((await store().ofAccount(account, 10)).map((record) => record.id)).toEqual([heldId]);
      expect(await store().leaves.ofItems([id])).toEqual([]);
      await grow(store());
      const now = (await itemOf(id)) as SealedItem;
      expect(now.content).toEqual({ ...before.content, user: undefined });
      const [leaf] = await store().leaves.ofItems([id]);
      expect(Buffer.from(commitmentOf(now))).toEqual(Buffer.from(leaf?.commitment ?? []));
      expect(JSON.stringify(await store().leaves.from(0, 100_000))).not.toContain(before.salt);
      const ids = waiting.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.id : ''));
      expect((await itemOf(ids[0] ?? ''))?.content).not.toHaveProperty('user');
      expect((await itemOf(stranger[0] ?? ''))?.content).toHaveProperty('user');
      const { entries } = await store().audit.page({ action: 'unlink', from: at }, { limit: 5 });
      expect(entries).toMatchObject([
        {
          ...{ actor, subject: { id: sha(account) } },
          changes: [
            { path: 'unlinked', after: 2 },
            { path: 'held', after: 1 },
          ],
        },
      ]);
      await store().holds.lift(hold.id, { actor, reason: 'Settled', at: new Date() });
      expect(await store().unlink(account, { actor, at })).toEqual({ unlinked: 1, held: 0 });
      expect(await store().unlink(account, { actor, at })).toEqual({ unlinked: 0, held: 0 });
      await grow(store());
      // The leaves of the linked states go like those of what was erased.
      expect(await store().leaves.prune((await head()).size, 100)).toBe(2);
      expect(await verified()).toBe(0);
    });

    it('that a crash kept out of the log are written by the next run, what was erased meanwhile included', async () => {
      const { size } = await head();
      const gone = newRecord();
      const [outcome] = await store().append([gone, newRecord()]);
      // As a process that dies before it writes a file.
      await store().leaves.seal({ signed: size, limit: 10 });
      expect((await store().leaves.from(size, 10)).length).toBe(2);
      await store().erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
      expect(outcome?.status === 'fulfilled' && (await itemOf(outcome.value.id))).toBeNull();
      expect(await store().leaves.prune(size, 100)).toBe(0);
      await grow(another());
      expect((await head()).size).toBe(size + 3);
      expect(await verified()).toBe(0);
    });

    it('say nothing of a record any more that was erased after it was sealed', async () => {
      const gone = newRecord();
      const [id = ''] = await sealed(gone);
      const [leaf] = await store().leaves.ofItems([id]);
      await store().erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
      expect(await store().leaves.ofItems([id])).toEqual([]);
      const [left] = await store().leaves.from(leaf?.index ?? 0, 1);
      expect(left).toEqual({ ...leaf, itemId: null, salt: null });
      await grow(store());
      const { size } = await head();
      expect(await store().leaves.prune(size, 1000)).toBeGreaterThan(0);
      expect((await store().leaves.from(leaf?.index ?? 0, 1))[0]?.index).not.toBe(leaf?.index);
      expect(await verified()).toBe(0);
      const [entry] = await store().log.about(gone.consentId);
      expect((await itemOf(entry?.id ?? ''))?.content).toMatchObject({ kind: 'erasure', deleted: 1 });
    });

    it('are not made of a record that was erased before', async () => {
      const { size } = await head();
      const gone = newRecord();
      await store().append([gone]);
      await store().erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
      await grow(store());
      const added = await store().leaves.from(size, 10);
      expect(added.map(({ kind }) => kind)).toEqual(['erasure']);
    });

    it('are made of nothing where items are named that are gone', async () => {
      const { size } = await head();
      await grow(store(), [{ id: '019d36fd-ee3b-7000-8000-000000000000', kind: 'record' }]);
      expect((await head()).size).toBe(size);
    });

    it('of a record and its erasure at once keep no salt', async () => {
      for (let round = 0; round < 10; round += 1) {
        const gone = newRecord();
        const [outcome] = await store().append([gone]);
        await Promise.all([
          grow(store()),
          another().erase({ consentId: gone.consentId, actor: 'officer', at: new Date() }),
        ]);
        const id = outcome?.status === 'fulfilled' ? outcome.value.id : '';
        expect(await store().leaves.ofItems([id])).toEqual([]);
      }
    });

    it('of what is stored and sealed while its consent id is erased either go or can be proved', async () => {
      const { consentId } = newRecord();
      await sealed(...Array.from({ length: 20 }, () => newRecord({ consentId })));
      const ids: string[] = [];
      const storing = async () => {
        for (let i = 0; i < 5; i += 1) ids.push(...(await sealed(newRecord({ consentId }))));
      };
      const erasing = another().erase({ consentId, actor: 'officer', at: new Date() });
      await Promise.all([storing(), erasing]);
      const left = (await store().page({ consentId }, { limit: 100 })).docs.map(({ id }) => id);
      for (const id of ids) {
        const item = await itemOf(id);
        expect([id, item !== null]).toEqual([id, left.includes(id)]);
        expect(await store().leaves.ofItems([id])).toHaveLength(left.includes(id) ? 1 : 0);
      }
    });

    it('of a purge are made when it has ended, and those of what it took say nothing any more', async () => {
      const cutoff = new Date('2021-06-15T12:00:00.000Z');
      const old = Array.from({ length: 40 }, () => newRecord({ createdAt: new Date('2021-06-01') }));
      const ids = await sealed(...old);
      const [kept = ''] = await sealed(newRecord({ createdAt: new Date('2021-06-20') }));
      const { size, root } = await head();
      const signed = { size, root: Buffer.from(root).toString('base64') };
      expect(await store().dropBefore(cutoff, { policyVersion: randomUUID() })).toMatchObject({
        records: 40,
      });
      expect(await store().leaves.ofItems(ids)).toEqual([]);
      expect(await itemOf(kept)).not.toBeNull();
      await grow(store());
      const [entry] = await store().log.latest('purge', 1);
      expect(entry?.checkpoint).toEqual(signed);
      expect((await itemOf(entry?.id ?? ''))?.content).toMatchObject({
        kind: 'purge',
        deleted: 40,
        cutoff: cutoff.toISOString(),
        checkpoint: signed,
      });
      const { changes } = (await store().audit.byId(entry?.id ?? '')) ?? {};
      expect(changes).toContainEqual({ path: 'checkpoint', before: null, after: signed });
      expect(await verified()).toBe(0);
    });

    it('of what a purge took are not missing, however many with an earlier cutoff came after it', async () => {
      const keep = { policyVersion: randomUUID() };
      const [id = ''] = await sealed(newRecord({ createdAt: new Date('2024-05-01') }));
      // As a purge leaves it that is cut off.
      const gone = await store().leaves.ofItems([id]);
      const leaves = { ofItems: async () => gone } as unknown as EvidenceStore['leaves'];
      for (const day of ['2024-06-15', '2021-07-20', '2021-07-10', '2021-07-01']) {
        await store().append([newRecord({ createdAt: new Date(Date.parse(day) - 1) })]);
        await store().dropBefore(new Date(day), keep);
      }
      expect(Number(await store().log.purgedBefore())).toBeGreaterThanOrEqual(Date.parse('2024-06-15'));
      expect(await missingAmong({ leaves, log: store().log }, gone)).toEqual([]);
      await grow(store());
    });

    it('of a purge from before a checkpoint was kept with it hold as they were made', async () => {
      const [entry] = (await store().log.latest('purge', 100)).filter(
        ({ checkpoint }) => checkpoint === null,
      );
      const { id = '', at, cutoff, deleted } = entry ?? {};
      const [leaf] = await store().leaves.ofItems([id]);
      const content = {
        id,
        kind: 'purge',
        at: at?.toISOString() ?? '',
        actor: 'system',
        deleted: deleted ?? 0,
        cutoff: cutoff?.toISOString() ?? '',
      };
      const former = commitmentOf({ kind: 'purge', salt: leaf?.salt ?? '', content });
      expect(Buffer.from(leaf?.commitment ?? []).toString('hex')).toBe(Buffer.from(former).toString('hex'));
    });

    it('begin where the log ends, also when all of them were pruned', async () => {
      const gone = newRecord();
      await sealed(gone);
      await store().erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
      await grow(store());
      const { size } = await head();
      await store().leaves.prune(size, 10_000);
      await sealed(newRecord());
      expect((await head()).size).toBe(size + 1);
      expect(await verified()).toBe(0);
    });

    it('keep their places in a log that takes the place of another, which ends', async () => {
      const [id = ''] = await sealed(newRecord());
      const [leaf] = await store().leaves.ofItems([id]);
      const former = await head();
      const { leaves } = store();
      const next = signersOf(newSignerKey('www.example.com/api/consent/log-2'));
      const grown = async (goOn?: () => Promise<boolean>) =>
        (await growLog(await ownLog(leaves, { signers: next }), leaves, goOn ? { goOn } : {})).head;
      const begun = await grown(async () => false);
      expect(begun.size).toBeLessThan(former.size);
      await store().append([newRecord()]);
      const { size } = await grown();
      expect(size).toBeGreaterThan(former.size);
      expect(await leaves.logs()).toEqual([1, 2]);
      expect(await leaves.ofItems([id])).toEqual([leaf]);
      const entries = async (log: number) => {
        const read: string[] = [];
        for await (const entry of logEntries(leaves.files(log), log === 1 ? former.size : size)) {
          read.push(Buffer.from(entry).toString());
        }
        return read;
      };
      expect((await entries(2)).slice(0, former.size)).toEqual(await entries(1));
      const checks = await verifyLog(leaves.files(2), { keys: [next[0].verifier], authorities: [] });
      expect(exitCode(checks)).toBe(0);
      expect(await verified()).toBe(0);
      await expect(head()).rejects.toThrow('has ended and log 2 has taken its place');
    });
  });

  describe('the files of the log', () => {
    it('are there for every instance, whole or not at all, and go by their path', async () => {
      const files = store().leaves.files(1);
      const bytes = Uint8Array.from({ length: 8192 }, (_, at) => at % 256);
      await files.write('tile/9/000.p/1', Uint8Array.of(1));
      await files.write('tile/9/000.p/12', bytes);
      await files.write('tile/9/000', bytes);
      await files.write('tile/9/000', Uint8Array.of(0, 255));
      expect(Buffer.from((await another().leaves.files(1).read('tile/9/000')) ?? [])).toEqual(
        Buffer.of(0, 255),
      );
      expect(Buffer.from((await another().leaves.files(1).read('tile/9/000.p/12')) ?? [])).toEqual(
        Buffer.from(bytes),
      );
      await files.removeBelow('tile/9/000.p');
      expect(await files.read('tile/9/000.p/1')).toBeNull();
      expect(await files.read('tile/9/000')).not.toBeNull();
      expect(await files.read('no\0ne')).toBeNull();
    });
  });

  describe('what is kept under a name', () => {
    it('is the first value, whoever gives another', async () => {
      const name = randomUUID();
      expect(await store().leaves.kept(name, () => null)).toBeNull();
      const given = await Promise.all(
        [store(), another(), store()].map(({ leaves }, at) => leaves.kept(name, () => `value ${at}`)),
      );
      expect(new Set(given).size).toBe(1);
      expect(await another().leaves.kept(name, () => 'another')).toBe(given[0]);
    });
  });
}
