import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { HoldScope } from '../server/src/evidence/holds';
import type { EvidenceStore, SnapshotContent } from '../server/src/evidence/store';
import { legalText, pagesOf, recordsIn, sha, shownAs } from './support/evidence';
import { newRecord } from './support/new-record';

const DAY = 86_400_000;

/** What a purge takes, and what keeps it from that: legal holds and the retention. */
export function removalContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const { stored, present } = recordsIn(store);

  describe('dropBefore', () => {
    const cutoff = new Date('2024-06-15T12:00:00.000Z');
    const keep = { policyVersion: sha('current').slice(0, 8) };
    const createdAt = (text: string) => ({ createdAt: new Date(text) });

    it('F5: deletes what was stored before the cutoff, to the millisecond, and logs it', async () => {
      const old = ['2023-02-03', '2024-05-31T23:59:59.999Z', '2024-06-01', '2024-06-15T11:59:59.999Z'];
      const young = ['2024-06-15T12:00:00.000Z', '2024-06-30', '2024-07-01'];
      const oldRecords = old.flatMap((at) => Array.from({ length: 30 }, () => newRecord(createdAt(at))));
      const kept = young.map((at) => newRecord({ ...createdAt(at), decidedAt: new Date('2020-01-01') }));
      await stored(...oldRecords, ...kept);
      const counted = await store().counts.decisions();
      expect(await store().dropBefore(cutoff, keep)).toMatchObject({ records: 120 });
      expect(await Promise.all(kept.map(present))).toEqual([1, 1, 1]);
      expect((await pagesOf(store(), { to: cutoff }, 10)).flat()).toEqual([]);
      expect(await store().counts.decisions()).toBe(counted);
      const [entry] = await store().log.latest('purge', 1);
      expect(entry).toMatchObject({
        actor: 'system',
        deleted: 120,
        cutoff,
        subject: null,
        checkpoint: null,
      });
      expect(await store().dropBefore(cutoff, keep)).toEqual({ records: 0, snapshots: 0 });
      expect((await store().log.latest('purge', 1))[0]?.id).toBe(entry?.id);
    });

    it('K, G2: of old snapshots it leaves what is current, and what a record refers to or was served lately', async () => {
      const { snapshots } = store();
      const long = new Date('2020-01-01');
      const hashes: Record<string, string> = {};
      for (const name of ['current', 'forgotten', 'referred to', 'served again']) {
        hashes[name] = await snapshots.keep(shownAs(name), 'test', long);
      }
      await stored(newRecord({ snapshot: hashes['referred to'] ?? null }));
      await another().snapshots.keep(shownAs('served again'), 'test', new Date());
      expect(await store().dropBefore(cutoff, keep)).toEqual({ records: 0, snapshots: 1 });
      const left = Object.entries(hashes).map(async ([name, hash]) =>
        (await snapshots.byHash(hash))?.content.banner.title === name ? name : null,
      );
      expect(await Promise.all(left)).toEqual(['current', null, 'referred to', 'served again']);
      const again = await snapshots.keep(shownAs('forgotten'), 'test', new Date());
      expect(await snapshots.byHash(again)).toMatchObject({ content: shownAs('forgotten') });
    });

    it('G2: of old documents it leaves what a snapshot or a record that is left names', async () => {
      const { documents, snapshots } = store();
      const long = new Date('2020-01-01');
      const hashes: Record<string, string> = {};
      for (const name of ['by nobody', 'by the current', 'by a snapshot that goes', 'by a record', 'now']) {
        hashes[name] = await documents.keep(legalText(name), long);
      }
      const naming = (name: string): Partial<SnapshotContent> => ({
        legalTexts: { privacy: hashes[name] ?? '' },
      });
      await snapshots.keep(shownAs('current', naming('by the current')), 'test', long);
      await snapshots.keep(shownAs('goes', naming('by a snapshot that goes')), 'test', long);
      await stored(newRecord({ presentation: hashes['by a record'] ?? null }));
      await another().documents.keep(legalText('now'), new Date());
      expect(await store().dropBefore(cutoff, keep)).toEqual({ records: 0, snapshots: 1 });
      const left = Object.values(hashes).map(async (hash) => (await documents.byHash(hash))?.text ?? null);
      const kept = ['by the current', 'by a record', 'now'].map((name) => legalText(name).text);
      expect((await Promise.all(left)).filter((text) => text !== null)).toEqual(kept);
      expect(await documents.has(hashes['by nobody'] ?? '')).toBe(false);
    });

    it('G2: of a record and a purge at once, either the snapshot stays or the record is refused', async () => {
      for (let round = 0; round < 15; round += 1) {
        const content = shownAs(`round ${round}`);
        const snapshot = await another().snapshots.keep(content, 'test', new Date('2020-01-01'));
        const record = newRecord({ snapshot });
        const [outcomes] = await Promise.all([store().append([record]), another().dropBefore(cutoff, keep)]);
        const left = await store().snapshots.byHash(snapshot);
        expect(outcomes.map(({ status }) => status)).toEqual([left ? 'fulfilled' : 'rejected']);
      }
    });

    it('F5: two at once delete everything once', async () => {
      await stored(...Array.from({ length: 300 }, () => newRecord(createdAt('2022-01-01'))));
      const [one, other] = await Promise.all([
        store().dropBefore(cutoff, keep),
        another().dropBefore(cutoff, keep),
      ]);
      expect(one.records + other.records).toBe(300);
      expect((await pagesOf(store(), { to: cutoff }, 10)).flat()).toEqual([]);
    });

    it('F5: in one process, too, beside another one it deletes nothing', async () => {
      await stored(...Array.from({ length: 300 }, () => newRecord(createdAt('2024-06-02'))));
      const both = await Promise.all([store().dropBefore(cutoff, keep), store().dropBefore(cutoff, keep)]);
      expect(both.map(({ records }) => records).toSorted()).toEqual([0, 300]);
    });

    it('ends where another retention holds by then, and leaves what is not deleted yet', async () => {
      const { snapshots } = store();
      const within = async (months: number) =>
        another().retention.update(() => ({ state: { months, pending: null }, entries: [] }));
      await within(12);
      const snapshot = await snapshots.keep(shownAs('to be deleted'), 'test', new Date('2020-01-01'));
      const old = Array.from({ length: 4000 }, () => newRecord({ ...createdAt('2024-06-03'), snapshot }));
      for (let at = 0; at < old.length; at += 400) await stored(...old.slice(at, at + 400));
      const before = (await store().log.latest('purge', 1))[0]?.id;
      const purge = store().dropBefore(cutoff, keep);
      while ((await another().log.latest('purge', 1))[0]?.id === before) await pause(1);
      await within(36);
      const { records } = await purge;
      expect(records).toBeGreaterThan(0);
      expect(records).toBeLessThan(old.length);
      expect(await snapshots.byHash(snapshot), 'which records still refer to').not.toBeNull();
      expect((await store().dropBefore(cutoff, keep)).records).toBe(old.length - records);
    });
  });

  describe('holds', () => {
    const keep = { policyVersion: sha('current').slice(0, 8) };
    const actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;
    const nothing = { consentId: null, from: null, to: null };
    const hold = (scope: Partial<HoldScope>) =>
      store().holds.place({ ...nothing, ...scope, reason: 'Case 12/26', actor, at: new Date() });
    const lift = (id: string) => store().holds.lift(id, { actor, reason: 'Settled', at: new Date() });
    const erase = (consentId: string) => another().erase({ consentId, actor: actor.id, at: new Date() });
    const at = (text: string) => ({ createdAt: new Date(text) });

    it('keeps a consent id from erasure and purge, alone, until it is lifted', async () => {
      const kept = newRecord({ ...at('2010-03-01'), user: 'kept-by-a-hold' });
      const cutoff = new Date('2010-06-01');
      await stored(kept, newRecord(at('2010-02-28')), newRecord(at('2010-03-02')));
      const { id } = await hold({ consentId: kept.consentId.toUpperCase() });
      await expect(erase(kept.consentId)).rejects.toMatchObject({ name: 'HeldError', holds: [{ id }] });
      const ofAccount = { account: 'kept-by-a-hold', actor: actor.id, at: new Date() };
      await expect(another().erase(ofAccount)).rejects.toMatchObject({ name: 'HeldError', holds: [{ id }] });
      expect((await another().dropBefore(cutoff, keep)).records).toBe(2);
      expect(await present(kept)).toBe(1);
      expect(await another().holds.active()).toMatchObject([
        { id, consentId: kept.consentId, reason: 'Case 12/26', actor, from: null, to: null },
      ]);
      expect(await lift(id)).toBe(true);
      expect(await lift(id)).toBe(false);
      expect(await store().holds.active()).toEqual([]);
      expect((await store().dropBefore(cutoff, keep)).records).toBe(1);
      expect(await present(kept)).toBe(0);
    });

    it('keeps what was stored within a span, to the millisecond, and drops all around it', async () => {
      const inside = ['2011-02-01', '2011-02-10', '2011-03-31T23:59:59.999Z'].map((text) =>
        newRecord(at(text)),
      );
      const outside = ['2011-01-31T23:59:59.999Z', '2011-04-01', '2011-05-01'].map((text) =>
        newRecord(at(text)),
      );
      const many = ['2011-01-01', '2011-04-02'].flatMap((text) =>
        Array.from({ length: 120 }, () => newRecord(at(text))),
      );
      await stored(...inside, ...outside, ...many);
      const span = { from: new Date('2011-02-01'), to: new Date('2011-04-01') };
      const { id } = await hold(span);
      const overlapping = await hold({ from: new Date('2011-01-01'), to: new Date('2011-02-02') });
      await lift(overlapping.id);
      const cutoff = new Date('2011-12-01');
      expect((await store().dropBefore(cutoff, keep)).records).toBe(243);
      expect(await Promise.all(inside.map(present))).toEqual([1, 1, 1]);
      expect((await store().dropBefore(cutoff, keep)).records).toBe(0);
      await expect(erase(inside[1]?.consentId ?? '')).rejects.toMatchObject({ name: 'HeldError' });
      await lift(id);
      expect((await store().dropBefore(cutoff, keep)).records).toBe(3);
    });

    it('keeps all from a moment on, or up to one', async () => {
      const [early, late] = [newRecord(at('2012-01-01')), newRecord(at('2012-03-01'))];
      await stored(early, late);
      const from = await hold({ from: new Date('2012-02-01') });
      await expect(erase(late.consentId)).rejects.toMatchObject({ name: 'HeldError' });
      expect(await erase(early.consentId)).toBe(1);
      await lift(from.id);
      const to = await hold({ to: new Date('2012-03-02') });
      await expect(erase(late.consentId)).rejects.toMatchObject({ name: 'HeldError' });
      await lift(to.id);
      expect(await erase(late.consentId)).toBe(1);
    });

    it('is in the trail with its reasons, and forgets the consent id when it is lifted', async () => {
      const { consentId } = newRecord();
      const { id } = await hold({ consentId });
      await lift(id);
      const { entries } = await store().audit.page({ subject: sha(consentId) }, { limit: 10 });
      expect(entries.map(({ action, reason, actor: by }) => [action, reason, by.name])).toEqual([
        ['lift', 'Settled', 'Ada Officer'],
        ['hold', 'Case 12/26', 'Ada Officer'],
      ]);
      expect(JSON.stringify(entries)).not.toContain(consentId);
      expect(await lift(randomUUID())).toBe(false);
    });

    it('holds from the moment at which it is placed, whatever is being deleted just then', async () => {
      for (let round = 0; round < 10; round += 1) {
        const record = newRecord(at('2013-01-01'));
        await stored(record);
        const [placed, , erased] = await Promise.all([
          hold({ consentId: record.consentId }).then(async (one) => ({
            ...one,
            left: await present(record),
          })),
          another().dropBefore(new Date('2013-06-01'), keep),
          erase(record.consentId).catch((error: Error) => error.name),
        ]);
        expect(await present(record)).toBe(placed.left);
        if (placed.left > 0) expect(erased).toBe('HeldError');
        await lift(placed.id);
        await store().dropBefore(new Date('2013-06-01'), keep);
      }
    });

    it('G2: keeps what the visitors of held records were shown', async () => {
      const later = new Date(Date.now() + 30 * DAY);
      const [named, unnamed] = [shownAs('held'), shownAs('not held')];
      const hash = await store().snapshots.keep(named, 'test', new Date());
      const other = await store().snapshots.keep(unnamed, 'test', new Date());
      const kept = newRecord({ snapshot: hash });
      await stored(kept);
      const { id } = await hold({ to: later });
      expect((await store().dropBefore(later, keep)).records).toBe(0);
      expect(await present(kept)).toBe(1);
      expect(await store().snapshots.byHash(hash)).toMatchObject({ hash });
      expect(await store().snapshots.byHash(other)).toBeNull();
      await lift(id);
    });
  });

  describe('retention', () => {
    const actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;

    it('is kept with what is to come, and each change of it stands in the trail', async () => {
      const since = new Date('2026-11-01T10:00:00.123Z');
      const state = { months: 36, pending: { months: 12, since, withheld: true } };
      const subject = { uid: 'plugin::consent.record', id: null, title: 'announced', locale: null };
      const changes = [{ path: 'pendingMonths', before: null, after: 12 }];
      const entry = { action: 'retention', at: since, actor, subject, changes, reason: null } as const;
      const written = await store().retention.update(() => ({ state, entries: [{ ...entry, changes }] }));
      expect(written).toEqual(state);
      expect(await another().retention.read()).toEqual(state);
      expect(await store().retention.update(() => null)).toEqual(state);
      const { entries } = await store().audit.page({ action: 'retention', from: since }, { limit: 1 });
      expect(entries).toMatchObject([{ actor, changes }]);
    });

    it('is changed by one at a time', async () => {
      await store().retention.update(() => ({ state: { months: 1, pending: null }, entries: [] }));
      const raised = Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? store() : another()).retention.update(({ months }) => ({
          state: { months: (months ?? 0) + 1, pending: null },
          entries: [],
        })),
      );
      await Promise.all(raised);
      expect(await store().retention.read()).toEqual({ months: 11, pending: null });
    });

    it('F5: deletes nothing by a cutoff of months that hold no more, whole months of records included', async () => {
      const cutoff = new Date('2011-06-15');
      const old = ['2011-02-01', '2011-06-01'].map((day) => newRecord({ createdAt: new Date(day) }));
      await stored(...old);
      const policyVersion = randomUUID();
      const hold = (months: number) =>
        another().retention.update(() => ({ state: { months, pending: null }, entries: [] }));
      await hold(60);
      const dropped = await store().dropBefore(cutoff, { policyVersion, months: 12 });
      expect(dropped).toEqual({ records: 0, snapshots: 0 });
      expect(await Promise.all(old.map(present))).toEqual([1, 1]);
      await hold(12);
      expect((await store().dropBefore(cutoff, { policyVersion, months: 12 })).records).toBe(2);
    });

    it('counts what could be deleted between two moments, without what is held', async () => {
      const days = ['2014-01-01', '2014-01-02', '2014-01-03', '2014-01-04'].map((day) => new Date(day));
      const records = days.map((createdAt) => newRecord({ createdAt }));
      await stored(...records);
      const [from = new Date(), , , to = new Date()] = days;
      expect(await store().countDeletable({ from, to })).toBe(3);
      const scope = { consentId: records[1]?.consentId ?? null, from: null, to: null };
      const { id } = await store().holds.place({ ...scope, reason: 'Case', actor, at: new Date() });
      expect(await store().countDeletable({ from, to })).toBe(2);
      await store().holds.lift(id, { actor, reason: 'Settled', at: new Date() });
      // Another test counts what a purge takes.
      for (const { consentId } of records)
        await store().erase({ consentId, actor: actor.id, at: new Date() });
    });
  });
}
