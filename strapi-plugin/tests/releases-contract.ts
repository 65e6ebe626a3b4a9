import { describe, expect, it } from 'vitest';
import { contentHash } from '../server/src/content/hash';
import type { Actor, NewAuditEntry } from '../server/src/evidence/audit';
import type { NewRelease, NewReleasePlan, ReleaseStep } from '../server/src/evidence/releases';
import type { EvidenceStore } from '../server/src/evidence/store';

/** What was published, in order. */
export function releasesContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  describe('releases', () => {
    const ada: Actor = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' };
    const bob: Actor = { kind: 'admin', id: 'k3v9bob', name: 'Bob Editor' };
    const content = {
      format: 'test',
      settings: { a: 1 },
      trackers: [{ n: 1 }, { n: 2 }, { n: 1 }],
      none: null,
    };
    const release = (changes: Partial<NewRelease> = {}): NewRelease => ({
      content,
      versions: {
        policyVersion: '11111111',
        categoriesVersion: '22222222',
        trackersVersion: '33333333',
        documentsVersion: '44444444',
      },
      at: new Date('2026-03-29T01:30:00.123Z'),
      actor: ada,
      approver: null,
      note: null,
      restores: null,
      asks: [],
      touched: 0,
      ...changes,
    });
    const plan = (changes: Partial<NewReleasePlan> = {}): NewReleasePlan => ({
      content,
      base: contentHash('before'),
      at: new Date('2026-03-29T01:30:00.123Z'),
      actor: ada,
      note: 'For the spring',
      restores: null,
      publishAt: new Date('2026-04-01T00:00:00Z'),
      needsApproval: true,
      ...changes,
    });
    const entry = (id: string): NewAuditEntry => ({
      action: 'release',
      at: new Date(),
      actor: ada,
      subject: { uid: 'plugin::consent.release', id, title: null, locale: null },
      changes: [],
      reason: null,
    });
    const last = async () => (await store().releases.latest())?.number ?? 0;
    const step = async (changes: Partial<ReleaseStep> = {}): Promise<ReleaseStep> => ({
      after: await last(),
      entries: [],
      ...changes,
    });
    const inTrail = async (subject: string) =>
      (await store().audit.page({ subject }, { limit: 9 })).entries.length;

    it('keeps all of a release, and what it publishes once', async () => {
      const whole = release({
        approver: bob,
        note: `Ünï ${'x'.repeat(70_000)}`,
        restores: 1,
        asks: ['categories', 'trackers'],
        touched: 3_000_000_000,
      });
      const added = await store().releases.add(whole, await step({ entries: [entry('whole')] }));
      const { content: _, ...rest } = whole;
      expect(added).toEqual({ ...rest, number: await last(), hash: contentHash(content) });
      expect(await another().releases.latest()).toEqual(added);
      expect(await another().releases.byNumber(added?.number ?? 0)).toEqual(added);
      expect(await another().releases.content(added?.hash ?? '')).toEqual(content);
      expect(await inTrail('whole')).toBe(1);
      await expect(store().releases.content('0'.repeat(64))).rejects.toThrow('no release of the content');
    });

    it('gives pages of them, newest first, and the last that asked', async () => {
      const asking = await store().releases.add(release({ asks: ['documents'] }), await step());
      const quiet = await store().releases.add(release(), await step());
      const first = await store().releases.page({ before: null, limit: 2 });
      expect(first.map(({ number }) => number)).toEqual([quiet?.number, asking?.number]);
      const [next] = await store().releases.page({ before: asking?.number ?? 0, limit: 1 });
      expect(next?.number).toBe((asking?.number ?? 0) - 1);
      expect(await store().releases.lastAsking((quiet?.number ?? 0) + 1)).toEqual(asking);
      expect((await store().releases.lastAsking(asking?.number ?? 0))?.number).not.toBe(asking?.number);
    });

    it('gives those of a span of time, and the one in force when it began, newest first', async () => {
      const at = (day: string) => new Date(`${day}T00:00:00Z`);
      const added: (number | undefined)[] = [];
      for (const day of ['2090-01-01', '2090-01-02', '2090-01-03', '2090-01-04']) {
        added.push((await store().releases.add(release({ at: at(day) }), await step()))?.number);
      }
      const [first, second, third] = added;
      const between = async (from: string, to: string, limit?: number) =>
        (await another().releases.between({ from: at(from), to: at(to), ...(limit && { limit }) })).map(
          ({ number }) => number,
        );
      expect(await between('2090-01-02', '2090-01-04')).toEqual([third, second, first]);
      expect(await between('2090-01-02', '2090-01-04', 2)).toEqual([third, second]);
      expect(await between('2091-01-01', '2091-01-02')).toEqual([added.at(-1)]);
      expect(await between('1990-01-01', '1990-01-02')).toEqual([]);
    });

    it('gives those that served a policy version, newest first', async () => {
      const [one, other] = ['0a0a0a0a', '0b0b0b0b'];
      const added: (number | undefined)[] = [];
      for (const policyVersion of [one, other, one]) {
        const versions = { ...release().versions, policyVersion };
        added.push((await store().releases.add(release({ versions }), await step()))?.number);
      }
      const numbers = async (...policies: string[]) =>
        (await another().releases.ofPolicies(policies)).map(({ number }) => number);
      expect(await numbers(one)).toEqual([added[2], added[0]]);
      expect(await numbers(other, one, 'ffffffff')).toEqual([added[2], added[1], added[0]]);
      expect(await numbers()).toEqual([]);
    });

    it('of two that follow the same one, one is added, with its entry', async () => {
      const after = await last();
      const added = await Promise.all([
        store().releases.add(release(), { after, entries: [entry(`one ${after}`)] }),
        another().releases.add(release(), { after, entries: [entry(`two ${after}`)] }),
      ]);
      expect(added.filter(Boolean)).toHaveLength(1);
      expect((await inTrail(`one ${after}`)) + (await inTrail(`two ${after}`))).toBe(1);
      expect(await last()).toBe(after + 1);
    });

    it('a note can be written anew, and of nothing else', async () => {
      const number = await last();
      expect(await store().releases.note(number, 'Said later', [entry('noted')])).toBe(true);
      expect((await another().releases.byNumber(number))?.note).toBe('Said later');
      expect(await store().releases.note(number + 1, 'Of none', [entry('noted')])).toBe(false);
      expect(await inTrail('noted')).toBe(1);
    });

    it('there is one plan at a time, which ends with its release or is withdrawn', async () => {
      const made = await Promise.all([
        store().releases.makePlan(plan(), [entry('plan')]),
        another().releases.makePlan(plan(), [entry('plan')]),
      ]);
      const [own] = made.filter((one) => one !== null);
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await inTrail('plan')).toBe(1);
      const { content: _, ...rest } = plan();
      const whole = { ...rest, id: own?.id, hash: contentHash(content), approver: null, failure: null };
      expect(await store().releases.plan()).toEqual(whole);
      expect(await store().releases.changePlan(own?.id ?? '', { approver: bob }, [])).toBe(true);
      expect(await store().releases.changePlan(own?.id ?? '', { failure: 'A finding' }, [])).toBe(true);
      expect(await another().releases.plan()).toEqual({ ...whole, approver: bob, failure: 'A finding' });
      const carriedOut = await step({ plan: own?.id ?? '' });
      const added = await Promise.all([
        store().releases.add(release(), carriedOut),
        another().releases.add(release(), carriedOut),
      ]);
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await store().releases.plan()).toBe(null);
      expect(await store().releases.add(release(), await step({ plan: own?.id ?? '' }))).toBe(null);
      const again = await store().releases.makePlan(plan({ publishAt: null, needsApproval: false }), []);
      expect(again).toMatchObject({ publishAt: null, needsApproval: false });
      expect(await store().releases.changePlan(again?.id ?? '', 'withdrawn', [entry('withdrawn')])).toBe(
        true,
      );
      expect(await store().releases.changePlan(again?.id ?? '', 'withdrawn', [])).toBe(false);
      expect(await store().releases.plan()).toBe(null);
    });
  });
}
