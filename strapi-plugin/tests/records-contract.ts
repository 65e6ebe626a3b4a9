import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../server/src/evidence/day';
import type { NewRecord } from '../server/src/evidence/record';
import type { EvidenceStore } from '../server/src/evidence/store';
import { legalText, pagesOf, recordsIn, sha, shownAs } from './support/evidence';
import { newRecord } from './support/new-record';

const DAY = 86_400_000;

/** Records and what they refer to: stored, found, counted, erased. */
export function recordsContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const { stored, present } = recordsIn(store);

  describe('append', () => {
    it('keeps all of a record, with the time of the server in its id', async () => {
      const record = newRecord({
        replaces: randomUUID(),
        decisions: { 'ad_user-data': true, analytics: false },
        services: { youtube: false, analytics_tool: true },
        bases: { analytics: 'exempt', functional: 'objection' },
        tcString: `CQ-_.${'I'.repeat(3067)}`,
        source: 'withdraw',
        model: 'opt-out',
        country: 'US',
        region: 'US-CA',
        gpc: true,
        locale: 'de-AT',
        userAgentFamily: 'Firefox',
        user: 'Ünïque',
        presentation: sha('presentation'),
        vouchedBy: 'site',
        decidedAt: new Date('2026-03-29T01:30:00.000Z'),
        createdAt: new Date('2026-03-29T01:30:00.123Z'),
      });
      const [kept] = await stored(record);
      expect(kept?.repeated).toBe(false);
      const {
        fingerprint: _,
        networks: _networks,
        device: _device,
        policyVersion,
        categoriesVersion,
        trackersVersion,
        documentsVersion,
        ...rest
      } = record;
      expect(await store().byId(kept?.id ?? '')).toEqual({
        ...rest,
        id: kept?.id,
        grantedCategories: ['ad_user-data'],
        versions: { policyVersion, categoriesVersion, trackersVersion, documentsVersion },
        decidedAt: record.decidedAt.toISOString(),
        expiresAt: record.expiresAt.toISOString(),
        createdAt: record.createdAt.toISOString(),
        quarantine: null,
      });
      expect(kept?.id).toMatch(/^019d3736-523b-7/);
    });

    it('E4: a decision that was stored before, or stands twice in a batch, has one id and counts once', async () => {
      const known = newRecord();
      const [first] = await stored(known);
      const before = await store().counts.decisions();
      const fresh = newRecord();
      const again = await stored(known, fresh, { ...fresh }, newRecord());
      expect(again.map(({ repeated }) => repeated)).toEqual([true, false, true, false]);
      expect(again[0]?.id).toBe(first?.id);
      expect(again[1]?.id).toBe(again[2]?.id);
      expect(await store().counts.decisions()).toBe(before + 2);
    });

    it('takes any number at once, of any number of days', async () => {
      const before = await store().counts.decisions();
      const records = Array.from({ length: 1100 }, (_, i) =>
        newRecord({ createdAt: new Date(Date.UTC(2025, 0, 1 + (i % 200))), user: 'many' }),
      );
      await stored(...records);
      expect(await store().counts.decisions()).toBe(before + 1100);
      expect((await stored(...records)).every(({ repeated }) => repeated)).toBe(true);
      expect((await pagesOf(store(), { user: 'many' }, 500)).map(({ length }) => length)).toEqual([
        500, 500, 100,
      ]);
    });

    it('K: without a fingerprint each is a record of its own', async () => {
      const record = newRecord({ fingerprint: null });
      const both = await stored(record, { ...record });
      expect(new Set(both.map(({ id }) => id)).size).toBe(2);
      expect(await present(record)).toBe(2);
    });

    it('E4: instances that store the same at once store and count it once', async () => {
      const before = await store().counts.decisions();
      const shared = Array.from({ length: 20 }, () => newRecord());
      const batches = [store(), another(), store(), another()].map((one) =>
        one.append([...shared, ...Array.from({ length: 10 }, () => newRecord())]),
      );
      const outcomes = (await Promise.all(batches)).flat();
      expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await Promise.all(shared.map(present))).toEqual(shared.map(() => 1));
      expect(await store().counts.decisions()).toBe(before + 60);
    });

    it('G2: a record whose snapshot is not there is refused alone', async () => {
      const hash = await store().snapshots.keep(shownAs('kept'), 'test', new Date());
      const gone = newRecord({ snapshot: sha('gone') });
      const batch = [newRecord({ snapshot: hash }), gone, newRecord()];
      const outcomes = await store().append(batch);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[1]).toMatchObject({ reason: { name: 'SnapshotGoneError' } });
      expect(await Promise.all(batch.map(present))).toEqual([1, 0, 1]);
    });
  });

  describe('page', () => {
    it('goes through everything, newest first, each record once, also of one millisecond', async () => {
      const createdAt = new Date('2026-01-05T00:00:00Z');
      const records = Array.from({ length: 23 }, () => newRecord({ user: 'ada', createdAt }));
      await stored(...records);
      const ids = records.map(({ consentId }) => consentId).reverse();
      const from = createdAt;
      const to = new Date(createdAt.getTime() + 1);
      expect((await pagesOf(store(), { user: 'ada' }, 10)).map(({ length }) => length)).toEqual([10, 10, 3]);
      expect((await pagesOf(store(), { user: 'ada' }, 10)).flat()).toEqual(ids);
      expect((await pagesOf(store(), { from, to }, 7)).flat()).toEqual(ids);
      expect(await pagesOf(store(), { user: 'Ada' }, 7)).toEqual([[]]);
      expect(await pagesOf(store(), { from: to, user: 'ada' }, 7)).toEqual([[]]);
    });

    it('narrows by each field and by all together', async () => {
      const one = newRecord({
        country: 'LU',
        locale: 'lb',
        policyVersion: 'aaaaaaaa',
        source: 'gpc',
        model: 'opt-out',
        decisions: { 'a_%': true, b: false },
      });
      const { consentId, country, locale, policyVersion, source, model } = one;
      await stored(newRecord(), one, newRecord({ decisions: { axx: true } }));
      const filters = [
        { consentId },
        { country: country ?? '' },
        { locale: locale ?? '' },
        { policyVersion },
        { source },
        { model, source },
        { category: { key: 'a_%', granted: true } },
        { category: { key: 'b', granted: false }, country: country ?? '' },
      ];
      for (const filter of [...filters, Object.assign({}, ...filters)]) {
        expect((await pagesOf(store(), filter, 5)).flat()).toEqual([consentId]);
      }
      const other = { consentId, category: { key: 'a_%', granted: false } };
      expect((await pagesOf(store(), other, 5)).flat()).toEqual([]);
    });

    it('looks at few rows at a time, answers with what it found so far, and finds all by going on', async () => {
      const wanted: string[] = [];
      const between = { from: new Date('2026-01-10T00:00:00Z'), to: new Date('2026-01-11T00:00:00Z') };
      for (let i = 0; i < 6; i += 1) {
        const createdAt = new Date(between.from.getTime() + i * 1000);
        const rare = newRecord({ createdAt, country: 'PL' });
        await stored(...Array.from({ length: 7 }, () => newRecord({ createdAt })), rare);
        wanted.push(rare.consentId);
      }
      const pages = await pagesOf(store(), { ...between, country: 'PL' }, 2, 10);
      expect(pages.flat()).toEqual(wanted.reverse());
      expect(pages.length).toBeGreaterThan(4);
      expect((await pagesOf(store(), { ...between, country: 'AQ' }, 2, 20)).flat()).toEqual([]);
    });
  });

  describe('timeline, account and id', () => {
    it('C9: follows a consent to those that it replaced and to what ended it, oldest first', async () => {
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
      const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
      await stored(
        newRecord({ consentId: first, createdAt: at(1) }),
        newRecord({ consentId: second, replaces: first, createdAt: at(2) }),
        newRecord({ consentId: second, createdAt: at(3) }),
        newRecord({ consentId: third, replaces: second, createdAt: at(4) }),
      );
      const ids = async (consentId: string) =>
        (await store().timeline(consentId)).map((record) => record.consentId);
      expect(await ids(second)).toEqual([first, second, second, third]);
      expect(await ids(first)).toEqual([first, second]);
      expect(await ids(randomUUID())).toEqual([]);
    });

    it('E7: an account has its last records, newest first', async () => {
      const records = Array.from({ length: 7 }, () => newRecord({ user: 'grace' }));
      await stored(...records);
      const own = await store().ofAccount('grace', 5);
      expect(own.map(({ consentId }) => consentId)).toEqual(
        records
          .map(({ consentId }) => consentId)
          .reverse()
          .slice(0, 5),
      );
      expect(await store().ofAccount('Grace', 5)).toEqual([]);
    });

    it('C11: an account has the signal that one of its records came with, while that is valid', async () => {
      const expiresAt = new Date('2031-01-01T00:00:00.000Z');
      const before = new Date(expiresAt.getTime() - 1);
      await stored(
        newRecord({ user: 'radia', gpc: true, expiresAt }),
        newRecord({ user: 'radia', expiresAt: new Date('2033-01-01') }),
        newRecord({ user: 'barbara', gpc: false, expiresAt }),
      );
      const signal = (user: string, at: Date) => store().hasSignal(user, at);
      expect([await signal('radia', before), await signal('radia', expiresAt)]).toEqual([true, false]);
      expect([await signal('barbara', before), await signal('nobody', before)]).toEqual([false, false]);
    });

    it.each(['', 'no id', 'a\0b', randomUUID(), '019d36fd-ee3b-7000-8000-000000000000', "'"])(
      'there is nothing with the id %j',
      async (id) => expect(await store().byId(id)).toBeNull(),
    );
  });

  describe('counts', () => {
    it('K: by day, model, country and choice', async () => {
      const createdAt = new Date('2031-05-06T23:59:59.999Z');
      const next = new Date('2031-05-07T00:00:00.000Z');
      await stored(
        newRecord({ createdAt }),
        newRecord({ createdAt, model: 'opt-out', country: null, decisions: { analytics: false } }),
        newRecord({ createdAt: next }),
      );
      const counted = async (day: string) =>
        (await store().counts.since(day)).filter((cell) => cell.day === day);
      const first = await counted(dayOf(createdAt));
      expect(first).toHaveLength(7);
      expect(first).toEqual(
        expect.arrayContaining([
          { day: '2031-05-06', dimension: 'decisions', subject: 'all', total: 2 },
          { day: '2031-05-06', dimension: 'model', subject: 'opt-in', total: 1 },
          { day: '2031-05-06', dimension: 'country', subject: 'DE', total: 1 },
          { day: '2031-05-06', dimension: 'granted', subject: 'analytics', total: 1 },
          { day: '2031-05-06', dimension: 'refused', subject: 'analytics', total: 1 },
        ]),
      );
      expect(await counted('2031-05-07')).toContainEqual({
        day: '2031-05-07',
        dimension: 'decisions',
        subject: 'all',
        total: 1,
      });
    });
  });

  describe('snapshots', () => {
    it('G2: gives back what was shown, kept once for each environment, whoever keeps it', async () => {
      const content = shownAs('Welcome', { locale: 'de' });
      const hashes = await Promise.all(
        [store(), another(), store(), another()].map(({ snapshots }) =>
          snapshots.keep(content, 'production', new Date()),
        ),
      );
      expect(new Set(hashes).size).toBe(1);
      const [hash = ''] = hashes;
      await store().snapshots.keep(content, 'staging', new Date());
      const { policyVersion } = content.versions;
      const heads = await store().snapshots.ofPolicy(policyVersion);
      expect(heads.map(({ environment }) => environment)).toEqual(['staging', 'production']);
      expect(await store().snapshots.byHash(hash)).toMatchObject({
        hash,
        content,
        environment: 'production',
      });
      expect(await store().snapshots.has(hash, 'production')).toBe(true);
      expect(await store().snapshots.has(hash, 'elsewhere')).toBe(false);
      expect(await store().snapshots.byHash(sha('nothing'))).toBeNull();
    });

    it('has the latest first', async () => {
      const at = new Date(Date.now() + DAY);
      for (const name of ['A', 'B']) {
        await store().snapshots.keep(shownAs(name), 'test', new Date(at.getTime() + name.charCodeAt(0)));
      }
      const latest = await store().snapshots.latest(2);
      expect(latest.map(({ content }) => content.banner.title)).toEqual(['B', 'A']);
    });
  });

  describe('erase', () => {
    it('deletes what has the consent id, keeps what names it, and logs a hash of it', async () => {
      const gone = newRecord();
      const later = newRecord({ replaces: gone.consentId });
      await stored(gone, { ...gone, fingerprint: sha(randomUUID()) }, later);
      const before = await store().counts.decisions();
      const at = new Date('2026-11-01T10:00:00.000Z');
      expect(await store().erase({ consentId: gone.consentId, actor: 'officer', at })).toBe(2);
      expect([await present(gone), await present(later)]).toEqual([0, 1]);
      expect(await store().counts.decisions()).toBe(before);
      const [entry] = await store().log.about(gone.consentId);
      expect(entry).toMatchObject({ kind: 'erasure', at, actor: 'officer', deleted: 2, cutoff: null });
      expect(JSON.stringify(entry)).not.toContain(gone.consentId);
      expect(await store().log.about(randomUUID())).toEqual([]);
    });

    it('deletes any number of records', async () => {
      const { consentId } = newRecord();
      const many = Array.from({ length: 33_000 }, () => newRecord({ consentId }));
      await stored(...many);
      const erasure = { consentId, actor: 'officer', at: new Date() };
      expect(await store().erase(erasure)).toBe(many.length);
      expect(await stored(many[0] as NewRecord)).toMatchObject([{ repeated: false }]);
      expect(await store().erase(erasure)).toBe(1);
    });

    it('deletes what names an account, under whatever consent ids, and logs a hash of that', async () => {
      const user = randomUUID();
      const own = Array.from({ length: 60 }, () => newRecord({ user }));
      const stranger = newRecord({ user: randomUUID() });
      const unlinked = newRecord({ consentId: own[0]?.consentId ?? '' });
      await stored(...own, stranger, unlinked);
      expect(await store().erase({ account: user, actor: 'officer', at: new Date() })).toBe(60);
      expect((await store().ofAccount(user, 100)).length).toBe(0);
      expect([await present(stranger), await present(unlinked)]).toEqual([1, 1]);
      const [entry] = await store().log.about(user);
      expect(entry).toMatchObject({ kind: 'erasure', deleted: 60, subject: sha(user) });
      expect(JSON.stringify(entry)).not.toContain(user);
    });

    it('lets the same decision be stored anew', async () => {
      const record = newRecord();
      const [first] = await stored(record);
      await store().erase({ consentId: record.consentId, actor: 'officer', at: new Date() });
      const [again] = await stored(record);
      expect(again).toMatchObject({ repeated: false });
      expect(again?.id).not.toBe(first?.id);
      expect(await present(record)).toBe(1);
    });
  });

  describe('documents', () => {
    it('keeps each once, under the SHA-256 of its text, as it was kept first', async () => {
      const first = new Date('2026-03-01T10:00:00.000Z');
      const hash = await store().documents.keep(legalText('once'), first);
      expect(hash).toBe(sha(legalText('once').text));
      expect(await another().documents.keep(legalText('once'), new Date())).toBe(hash);
      expect(await another().documents.byHash(hash)).toEqual({
        ...legalText('once'),
        hash,
        firstKeptAt: first,
      });
      expect(await store().documents.has(hash)).toBe(true);
      expect(await store().documents.byHash(sha('nothing'))).toBeNull();
    });

    it('keeps what many bring at once, once', async () => {
      const both = Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? store() : another()).documents.keep(legalText('race'), new Date()),
      );
      expect(new Set(await Promise.all(both))).toEqual(new Set([sha(legalText('race').text)]));
    });
  });
}
