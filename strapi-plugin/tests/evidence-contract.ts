import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditFilter, AuditPage, NewAuditEntry } from '../server/src/evidence/audit';
import { dayOf } from '../server/src/evidence/daily-counts';
import type { EvidenceDocument } from '../server/src/evidence/document';
import type { HoldScope } from '../server/src/evidence/holds';
import type { NewRecord } from '../server/src/evidence/record';
import {
  type EvidenceStore,
  type RecordFilter,
  type SnapshotContent,
  SnapshotGoneError,
} from '../server/src/evidence/store';
import { newRecord } from './support/new-record';

const DAY = 86_400_000;

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** What a page might show; another one for each name. */
export const shownAs = (name: string, changes: Partial<SnapshotContent> = {}): SnapshotContent => ({
  enabled: true,
  versions: {
    policyVersion: sha(name).slice(0, 8),
    categoriesVersion: '1',
    trackersVersion: '1',
    documentsVersion: '1',
  },
  categories: [],
  trackers: [],
  banner: { title: name } as SnapshotContent['banner'],
  reconsent: { on: [], expiresAfterMonths: 12 },
  recording: { enabled: true, endpoint: '/api/consent/records' },
  consentMode: { enabled: false, adsDataRedaction: false, urlPassthrough: false, waitForUpdateMs: 0 },
  cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
  locale: 'en',
  ...changes,
});

/** A legal page; another one for each name. */
const legalText = (name: string): EvidenceDocument => ({
  role: 'legal-text',
  mediaType: 'text/markdown',
  text: `# ${name}\n\nGrüße, 'quoted' and {{cookie-table}} 🍪`,
});

/** All pages of a filter, each as its consent ids. */
async function pagesOf(store: EvidenceStore, filter: RecordFilter, limit: number, lookAt?: number) {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const page = await store.page(filter, { after, limit, ...(lookAt ? { lookAt } : {}) });
    pages.push(page.docs.map(({ consentId }) => consentId));
    after = page.next;
  } while (after);
  return pages;
}

/**
 * What every store of evidence must do. The tests share one store, in their order, and name what they made themselves.
 *
 * @param store an open one, on a database that others write to only as the tests say.
 * @param another a second one on the same evidence, as another instance has it.
 */
export function evidenceContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const stored = async (...records: NewRecord[]) => {
    const outcomes = await store().append(records);
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  };
  const present = async ({ consentId }: NewRecord) =>
    (await store().page({ consentId }, { limit: 10 })).docs.length;

  describe('append', () => {
    it('keeps all of a record, with the time of the server in its id', async () => {
      const record = newRecord({
        replaces: randomUUID(),
        decisions: { 'ad_user-data': true, analytics: false },
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
      expect(outcomes[1]).toMatchObject({ reason: expect.any(SnapshotGoneError) });
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

  describe('audit', () => {
    const admin = { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' } as const;
    const change = (changes: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
      action: 'update',
      at: new Date(),
      actor: admin,
      subject: { uid: 'plugin::consent.tracker', id: 'tracker', title: 'Matomo', locale: null },
      changes: [{ path: 'shared.enabled', before: false, after: true }],
      reason: null,
      ...changes,
    });
    const trail = async (filter: AuditFilter, limit = 100) => {
      const pages: AuditEntry[][] = [];
      let after: string | null = null;
      do {
        const page: AuditPage = await store().audit.page(filter, { after, limit });
        pages.push(page.entries);
        after = page.next;
      } while (after);
      return pages;
    };

    it('keeps all of an entry, in the order in which they came', async () => {
      const subject = { uid: 'plugin::consent.legal-page', id: randomUUID(), title: 'Ünïque', locale: 'de' };
      const whole = change({
        action: 'publish',
        at: new Date('2026-03-29T01:30:00.123Z'),
        subject,
        changes: [
          { path: 'published.locales.de.content', before: null, after: `# ${'Ü\u0000'.repeat(90_000)}` },
        ],
        reason: 'A new address',
      });
      await store().audit.add([whole, change({ at: whole.at, subject, action: 'unpublish' })]);
      const [[second, first] = []] = await trail({ subject: subject.id });
      expect(first).toEqual({ ...whole, id: first?.id });
      expect(second?.action).toBe('unpublish');
      expect(await another().audit.byId(first?.id ?? '')).toEqual(first);
      expect(first?.id).toMatch(/^019d3736-523b-7/);
    });

    it('narrows by each field and by all together, a page at a time', async () => {
      const at = new Date('2032-05-06T10:00:00Z');
      const actor = { kind: 'api-token', id: '7', name: 'Deploy' } as const;
      const subject = { uid: 'api::shop.shop', id: 'k3v9shop', title: 'Shop', locale: null };
      const wanted = Array.from({ length: 5 }, () => change({ at, actor, subject, action: 'delete' }));
      await store().audit.add([change(), ...wanted, change()]);
      const to = new Date(at.getTime() + 1);
      const filters = [{ actor: '7' }, { actor: 'Deploy' }, { uid: subject.uid }, { subject: subject.id }];
      for (const filter of [...filters, { action: 'delete', from: at, to } as const, { from: at, to }]) {
        expect((await trail(filter, 2)).map(({ length }) => length)).toEqual([2, 2, 1]);
      }
      const all = Object.assign({ action: 'delete', from: at, to }, ...filters);
      expect((await trail(all)).flat()).toHaveLength(5);
      expect((await trail({ ...all, actor: 'deploy' })).flat()).toEqual([]);
    });

    it('shows erasures and purges among what else was done, and names no consent id', async () => {
      const { consentId } = newRecord();
      const from = new Date();
      await store().audit.add([change({ at: from })]);
      const erasure = { consentId, actor: admin.id, actorName: admin.name, at: new Date(from.getTime() + 5) };
      await store().erase(erasure);
      await store().audit.add([change({ at: new Date(from.getTime() + 10) })]);
      const [entries = []] = await trail({ from, to: new Date(from.getTime() + 60_000) });
      expect(entries.map(({ action }) => action)).toEqual(['update', 'erasure', 'update']);
      expect(entries[1]).toMatchObject({
        actor: admin,
        subject: { uid: 'plugin::consent.record', id: sha(consentId) },
        changes: [{ path: 'deleted', before: null, after: 0 }],
      });
      expect(await store().audit.byId(entries[1]?.id ?? '')).toEqual(entries[1]);
      expect(
        (await trail({ action: 'erasure', subject: sha(consentId), actor: admin.name })).flat(),
      ).toHaveLength(1);
      expect((await trail({ uid: 'plugin::consent.setting', subject: sha(consentId) })).flat()).toEqual([]);
    });

    it.each(['', 'no id', randomUUID()])('there is nothing with the id %j', async (id) =>
      expect(await store().audit.byId(id)).toBeNull(),
    );
  });

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
      expect(entry).toMatchObject({ actor: 'system', deleted: 120, cutoff, subject: null });
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
