import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditFilter, AuditPage, NewAuditEntry } from '../server/src/evidence/audit';
import type { EvidenceStore } from '../server/src/evidence/store';
import { sha } from './support/evidence';
import { newRecord } from './support/new-record';

/** The trail of who changed what. */
export function auditContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
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

    // PostgreSQL and UTF-8 have no such text, and what is sealed needs one that everybody writes alike.
    it('keeps of half a character the sign that stands for what is none, also in names', async () => {
      const half = '\ud83c';
      const title = `${'a'.repeat(254)}🍪`;
      const whole = change({
        actor: { ...admin, name: `Ada ${half}` },
        subject: { uid: 'plugin::consent.tracker', id: randomUUID(), title, locale: null },
        changes: [{ path: half, before: [half, '🍪'], after: { [half]: { name: `\\ud83c ${half}` } } }],
        reason: half,
      });
      await store().audit.add([whole]);
      const [[entry] = []] = await trail({ subject: whole.subject.id ?? '' });
      expect(entry?.changes).toEqual([
        { path: '\ufffd', before: ['\ufffd', '🍪'], after: { '\ufffd': { name: '\\ud83c \ufffd' } } },
      ]);
      expect(entry).toMatchObject({ actor: { name: 'Ada \ufffd' }, reason: '\ufffd' });
      expect(entry?.subject.title).toBe(`${'a'.repeat(254)}\ufffd`);
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
}
