import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { NetworkTag, Span } from '../server/src/evidence/quarantine';
import type { NewRecord } from '../server/src/evidence/record';
import type { EvidenceStore } from '../server/src/evidence/store';
import { pagesOf, recordsIn, sha } from './support/evidence';
import { newRecord } from './support/new-record';

const DAY = 86_400_000;

/** What is set apart, by span and network, and given back. Each test has a day of its own. */
export function quarantineContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const { stored } = recordsIn(store);

  describe('quarantines', () => {
    const actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;
    const by = { actor, reason: 'They were real', at: new Date() };
    const dayOf = (day: string): Span & { day: string } => ({
      day,
      from: new Date(`${day}T00:00:00Z`),
      to: new Date(`${day}T12:00:00Z`),
    });
    const place = (span: Span, network: NetworkTag | null = null) =>
      store().quarantines.place({ ...span, network, reason: 'A flood', actor, at: new Date() });
    const lift = async (id: string) => {
      expect(await store().quarantines.lift(id, by)).toBe(true);
      expect(await store().quarantines.settle()).toBe(true);
    };
    const listed = async ({ from }: Span, quarantined?: 'too' | 'only') =>
      (
        await pagesOf(
          store(),
          { from, to: new Date(from.getTime() + DAY), ...(quarantined && { quarantined }) },
          50,
        )
      )
        .flat()
        .toSorted();
    const idsOf = (records: readonly NewRecord[]) => records.map(({ consentId }) => consentId).toSorted();
    const countsOf = async ({ day }: { day: string }) =>
      Object.fromEntries(
        (await store().counts.since(day))
          .filter((cell) => cell.day === day)
          .map(({ dimension, subject, total }) => [`${dimension} ${subject}`, total]),
      );
    const at = ({ from }: Span, seconds: number, changes: Partial<NewRecord> = {}) =>
      newRecord({ createdAt: new Date(from.getTime() + seconds * 1000), ...changes });

    it('takes objections off the counts as they were counted', async () => {
      const span = dayOf('2034-01-04');
      const decisions = { analytics: false, marketing: true };
      await stored(at(span, 1, { decisions, bases: { analytics: 'objection' } }), at(span, 50_000));
      const before = await countsOf(span);
      expect(before).toMatchObject({
        'objected analytics': 1,
        'granted marketing': 1,
        'granted analytics': 1,
      });
      const { id } = await place(span);
      expect(await store().quarantines.settle()).toBe(true);
      const apart = await countsOf(span);
      expect(apart).not.toHaveProperty('objected analytics');
      expect(apart).toMatchObject({ 'granted analytics': 1, 'refused marketing': 1 });
      await lift(id);
      expect(await countsOf(span)).toEqual(before);
    });

    it('sets a span apart, which then counts nowhere and stays where it is looked for; lifted it is as before', async () => {
      const span = dayOf('2034-01-05');
      const forged = Array.from({ length: 900 }, (_, i) =>
        at(span, i, { country: 'FR', user: 'forged', gpc: i === 0 }),
      );
      const before = newRecord({ createdAt: new Date(span.from.getTime() - 1) });
      const honest = [at(span, 43_200, { model: 'opt-out' }), at(span, 50_000)];
      await stored(before, ...forged, ...honest);
      const [all, ofDay] = [await store().counts.decisions(), await countsOf(span)];
      const { id } = await place(span);
      expect(await store().quarantines.active()).toMatchObject([{ id, records: 0, settled: false }]);
      expect(await store().quarantines.settle()).toBe(true);
      expect(await another().quarantines.active()).toEqual([
        {
          ...{ id, from: span.from, to: span.to, tier: null, records: 900, settled: true, actor },
          ...{ reason: 'A flood', at: expect.any(Date) },
        },
      ]);
      expect(await store().counts.decisions()).toBe(all - 900);
      expect(await countsOf(span)).toEqual({
        ...{ 'decisions all': 2, 'model opt-in': 1, 'model opt-out': 1, 'country DE': 2 },
        ...{ 'granted analytics': 2, 'refused marketing': 2 },
      });
      expect(await listed(span)).toEqual(idsOf(honest));
      expect(await listed(span, 'only')).toEqual(idsOf(forged));
      expect(await listed(span, 'too')).toEqual(idsOf([...forged, ...honest]));
      const [one] = await store().ofAccount('forged', 1);
      expect(one).toMatchObject({ quarantine: id });
      expect(await store().hasSignal('forged', span.from), 'the signal of a person').toBe(true);
      expect(await store().byId(one?.id ?? '')).toEqual(one);
      expect(await store().timeline(one?.consentId ?? '')).toEqual([one]);
      await lift(id);
      expect(await store().quarantines.lift(id, by)).toBe(false);
      expect(await store().quarantines.active()).toEqual([]);
      expect([await store().counts.decisions(), await countsOf(span)]).toEqual([all, ofDay]);
      expect(await listed(span)).toEqual(idsOf([...forged, ...honest]));
      expect(await listed(span, 'only')).toEqual([]);
    });

    it('sets apart what a network has sent, and says which have sent most', async () => {
      const span = dayOf('2034-01-06');
      const wide: NetworkTag = { tier: '/48', tag: sha(randomUUID()) };
      const narrow = (): NetworkTag => ({ tier: '/64', tag: sha(randomUUID()) });
      const address: NetworkTag = { tier: 'ipv4', tag: sha(randomUUID()) };
      const forged = Array.from({ length: 500 }, (_, i) => at(span, 2 * i, { networks: [narrow(), wide] }));
      const honest = Array.from({ length: 500 }, (_, i) =>
        at(span, 2 * i + 1, i < 3 ? { networks: [address] } : {}),
      );
      const later = at(span, 60_000, { networks: [wide] });
      await stored(...forged, ...honest, later);
      expect(await store().quarantines.senders(span, 2)).toEqual([
        { ...wide, records: 500 },
        { ...address, records: 3 },
      ]);
      const { id } = await place(span, wide);
      await store().quarantines.settle();
      expect(await store().quarantines.active()).toMatchObject([
        { tier: '/48', records: 500, settled: true },
      ]);
      expect(JSON.stringify(await store().quarantines.active())).not.toContain(wide.tag);
      expect(await listed(span, 'only')).toEqual(idsOf(forged));
      expect(await listed(span)).toEqual(idsOf([...honest, later]));
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 501 });
      await lift(id);
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 1001 });
    });

    it('cut off anywhere it goes on, and each record is set apart and counted off once, on all instances', async () => {
      const span = dayOf('2034-01-07');
      await stored(...Array.from({ length: 1000 }, (_, i) => at(span, i)));
      const { id } = await place(span);
      let steps = 0;
      const oneStep = () => {
        steps += 1;
        return steps < 2;
      };
      expect(await store().quarantines.settle(oneStep)).toBe(false);
      const [half] = await store().quarantines.active();
      expect(half).toMatchObject({ id, settled: false });
      expect(half?.records).toBeGreaterThan(0);
      expect(half?.records).toBeLessThan(1000);
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 1000 - (half?.records ?? 0) });
      await Promise.all([store().quarantines.settle(), another().quarantines.settle()]);
      expect(await store().quarantines.settle()).toBe(true);
      expect(await store().quarantines.active()).toMatchObject([{ records: 1000, settled: true }]);
      expect(await countsOf(span)).toEqual({});
      steps = 0;
      await store().quarantines.lift(id, by);
      expect(await store().quarantines.settle(oneStep)).toBe(false);
      expect(await store().quarantines.settle()).toBe(true);
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 1000 });
    });

    it('lifted while it is at work gives back what it has taken', async () => {
      const span = dayOf('2034-01-08');
      await stored(...Array.from({ length: 1000 }, (_, i) => at(span, i)));
      const { id } = await place(span);
      let lifting: Promise<boolean> | null = null;
      const liftMeanwhile = () => {
        lifting ??= another().quarantines.lift(id, by);
        return true;
      };
      await store().quarantines.settle(liftMeanwhile);
      expect(await lifting).toBe(true);
      expect(await store().quarantines.settle()).toBe(true);
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 1000 });
      expect(await listed(span, 'only')).toEqual([]);
    });

    it('of two about the same, a record stays apart until both are lifted', async () => {
      const span = dayOf('2034-01-09');
      const records = [at(span, 1), at(span, 2)];
      await stored(...records);
      const [first, second] = [await place(span), await place(span)];
      await store().quarantines.settle();
      expect(await countsOf(span)).toEqual({});
      await lift(first.id);
      expect(await listed(span, 'only')).toEqual(idsOf(records));
      expect(await countsOf(span)).toEqual({});
      const [one, two] = (await store().page({ ...span, quarantined: 'only' }, { limit: 5 })).docs;
      const asked = [one?.id ?? '', randomUUID(), 'none', two?.id ?? ''];
      expect(await store().quarantines.among(asked)).toEqual(new Set([one?.id, two?.id]));
      await lift(second.id);
      expect(await store().quarantines.among(asked)).toEqual(new Set());
      expect(await countsOf(span)).toMatchObject({ 'decisions all': 2 });
    });

    it('leaves what was sealed as it was, and is in the trail, which does not name the network', async () => {
      const span = dayOf('2034-01-10');
      const network: NetworkTag = { tier: 'ipv4', tag: sha(randomUUID()) };
      const [one] = await stored(at(span, 1, { networks: [network] }));
      const sealed = () => store().leaves.contents([{ id: one?.id ?? '', kind: 'record' }]);
      const before = await sealed();
      const since = new Date();
      const { id } = await place(span, network);
      await store().quarantines.settle();
      expect(await sealed()).toEqual(before);
      expect(JSON.stringify([...before.values()])).not.toContain(network.tag);
      await store().quarantines.lift(id, { ...by, at: new Date() });
      await store().quarantines.settle();
      const filter = { uid: 'plugin::consent.record', from: since };
      const { entries } = await store().audit.page(filter, { limit: 2 });
      const span_ = { from: span.from.toISOString(), to: span.to.toISOString() };
      const values = entries.map(({ action, reason, changes }) => [
        action,
        reason,
        Object.fromEntries(changes.map(({ path, before: was, after }) => [path, was ?? after])),
      ]);
      expect(values).toEqual([
        ['restore', 'They were real', { ...span_, network: 'ipv4', records: 1, placed: expect.any(String) }],
        ['quarantine', 'A flood', { ...span_, network: 'ipv4' }],
      ]);
      expect(JSON.stringify(entries)).not.toContain(network.tag);
    });

    it('F5, K: purge and erasure take it like all else, its networks with it, and leave what is to be counted again', async () => {
      const span = dayOf('2034-01-11');
      const network: NetworkTag = { tier: 'ipv4', tag: sha(randomUUID()) };
      const [erased, left] = [at(span, 1, { networks: [network] }), at(span, 2, { networks: [network] })];
      await stored(erased, left);
      const before = await countsOf(span);
      const { id } = await place(span);
      await store().quarantines.settle();
      expect(await store().countDeletable(span)).toBe(2);
      expect(await store().erase({ consentId: erased.consentId, actor: actor.id, at: new Date() })).toBe(1);
      expect(await store().quarantines.senders(span, 5)).toEqual([{ ...network, records: 1 }]);
      await lift(id);
      expect(await listed(span)).toEqual(idsOf([left]));
      expect(before).toMatchObject({ 'decisions all': 2 });
      expect(await countsOf(span)).toEqual(before);
    });

    it('E6: after seven days nothing of a network is left', async () => {
      const network: NetworkTag = { tier: '/64', tag: sha(randomUUID()) };
      const ago = (days: number) => new Date(Date.now() - days * DAY);
      const [old, young] = [8, 6].map((days) => newRecord({ createdAt: ago(days), networks: [network] }));
      await stored(old as NewRecord, young as NewRecord);
      const span = { from: ago(9), to: new Date() };
      const sent = async () =>
        (await store().quarantines.senders(span, 1000)).find(({ tag }) => tag === network.tag)?.records;
      expect(await sent()).toBe(2);
      await store().dropBefore(new Date('2000-01-01'), { policyVersion: '' });
      expect(await sent()).toBe(1);
    });
  });
}
