import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CountQuery, ImpressionCount } from '../server/src/evidence/decision-counts';
import { outcomeOf, SHOWN } from '../server/src/evidence/decision-counts';
import type { NewRecord } from '../server/src/evidence/record';
import type { EvidenceStore } from '../server/src/evidence/store';
import { recordsIn } from './support/evidence';
import { newRecord } from './support/new-record';

const accepted = { analytics: true, marketing: true };
const refused = { analytics: false, marketing: false };

/** Decisions and impressions by all that they are told apart by. Each test has a month of its own. */
export function countsContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  const { stored } = recordsIn(store);
  const at = (day: string, changes: Partial<NewRecord> = {}) =>
    newRecord({ createdAt: new Date(`${day}T12:00:00Z`), ...changes });
  const asked = (month: string, changes: Partial<CountQuery> = {}): CountQuery => ({
    from: `${month}-01`,
    to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
    grain: 'day',
    by: 'time',
    ...changes,
  });
  /** As `key source outcome`. */
  const sums = async (query: CountQuery, of = store()) =>
    Object.fromEntries(
      (await of.counts.sums(query)).map(({ key, source, choice, total }) => [
        [key, source, outcomeOf(choice) ?? ''].join(' ').trim(),
        total,
      ]),
    );
  const shown = (day: string, changes: Partial<ImpressionCount['shown'][number]> = {}): ImpressionCount => ({
    id: randomUUID(),
    day,
    shown: [
      {
        policyVersion: '0a0a0a0a',
        locale: 'en',
        model: 'opt-in',
        country: 'DE',
        device: 'phone',
        n: 5,
        ...changes,
      },
    ],
  });

  describe('counts by dimension', () => {
    it('tell decisions apart by each of them, and by all together', async () => {
      const month = '2005-03';
      const one = { country: 'FR', model: 'opt-out', locale: 'fr-CA', source: 'preferences' } as const;
      await stored(
        at('2005-03-02', { decisions: accepted, device: 'phone' }),
        at('2005-03-02', { decisions: accepted, device: 'phone' }),
        at('2005-03-31', { decisions: refused, policyVersion: 'bbbbbbbb', ...one, device: 'tablet' }),
        at('2005-04-01', { decisions: refused }),
      );
      expect(await sums(asked(month))).toEqual({
        '2005-03-02 banner accepted': 2,
        '2005-03-31 preferences refused': 1,
      });
      const keys = {
        country: 'FR',
        model: 'opt-out',
        language: 'fr',
        source: 'preferences',
        device: 'tablet',
      };
      for (const [dimension, key] of Object.entries({ ...keys, release: 'bbbbbbbb' })) {
        const by = dimension as CountQuery['by'];
        expect(await sums(asked(month, { by })), dimension).toMatchObject({
          [`${key} preferences refused`]: 1,
        });
        const filtered = await sums(asked(month, { filter: { [dimension]: key } }));
        expect(filtered, dimension).toEqual({ '2005-03-31 preferences refused': 1 });
      }
      expect(await sums(asked(month, { filter: { ...keys, release: 'bbbbbbbb' } }))).toEqual({
        '2005-03-31 preferences refused': 1,
      });
      expect(await sums(asked(month, { filter: { ...keys, device: 'phone' } }))).toEqual({});
    });

    it('what was said of single services stands beside the decisions, and is no decision itself', async () => {
      const month = '2005-02';
      const mixed = { analytics: true, marketing: false };
      const source = 'preferences';
      const said = async (query: CountQuery) =>
        (await store().counts.sums(query)).map(({ source, choice, total }) => [source, choice, total]).sort();
      const before = await store().counts.decisions();
      await stored(
        at(`${month}-03`, { decisions: mixed, source, services: { youtube: true, vimeo: false } }),
        at(`${month}-03`, { decisions: mixed, source, services: { youtube: true }, device: 'phone' }),
        at(`${month}-04`, { decisions: refused, services: { youtube: false } }),
      );
      const all = [
        ['banner', '-analytics -marketing', 1],
        ['banner', '.-youtube', 1],
        ['preferences', '+analytics -marketing', 2],
        ['preferences', '.+youtube', 2],
        ['preferences', '.-vimeo', 1],
      ];
      const byMonth = asked(month, { grain: 'month' });
      expect(await said(byMonth)).toEqual(all);
      expect(await said({ ...byMonth, filter: { device: 'phone' } })).toEqual([
        ['preferences', '+analytics -marketing', 1],
        ['preferences', '.+youtube', 1],
      ]);
      const daily = async () =>
        (await store().counts.since(`${month}-01`)).filter(({ day }) => day.startsWith(month));
      const asTheyCome = await daily();
      await store().counts.fold(new Date());
      expect(await said(byMonth)).toEqual(all);
      expect(new Set(await daily())).toEqual(new Set(asTheyCome));
      expect(asTheyCome).toContainEqual({
        day: `${month}-03`,
        dimension: 'country',
        subject: 'DE',
        total: 2,
      });
      expect(await said({ ...byMonth, filter: { source } })).toEqual(all.slice(2));
      expect(await store().counts.decisions()).toBe(before + 3);
      const decisions = asTheyCome.filter(({ dimension }) => dimension === 'decisions');
      expect(decisions.map(({ day, total }) => [day, total]).sort()).toEqual([
        [`${month}-03`, 2],
        [`${month}-04`, 1],
      ]);
      expect(JSON.stringify(asTheyCome)).not.toContain('youtube');
      const actor = { kind: 'admin', id: 'ada', name: 'Ada' } as const;
      const span = { from: new Date(`${month}-03T00:00:00Z`), to: new Date(`${month}-04T00:00:00Z`) };
      const forged = { ...span, network: null, reason: '.', actor, at: new Date() };
      const { id } = await store().quarantines.place(forged);
      await store().quarantines.settle();
      expect(await said(byMonth)).toEqual(all.slice(0, 2));
      await store().quarantines.lift(id, { actor, reason: '.', at: new Date() });
      await store().quarantines.settle();
      expect(await said(byMonth)).toEqual(all);
    });

    it('over whole years and what is left of others are the same once they are put together, by several things at once', async () => {
      const french = { country: 'FR', locale: 'fr', decisions: refused } as const;
      await stored(
        at('1995-12-31', { decisions: accepted, device: 'phone' }),
        at('1996-01-01', { decisions: accepted, device: 'phone' }),
        at('1997-06-15', { decisions: accepted, device: 'phone', policyVersion: 'bbbbbbbb' }),
        at('1997-07-15', { decisions: accepted, device: 'tablet' }),
        at('1998-02-01', { device: 'phone', ...french }),
        at('1999-03-01', { device: 'phone', ...french }),
      );
      const years = { from: '1995-12-01', to: '1999-02-28', grain: 'month' } as const;
      const ofPhones = { ...years, by: 'country', filter: { device: 'phone' } } as const;
      const all = { 'DE banner accepted': 3, 'FR banner refused': 1 };
      const ofRelease = {
        ...years,
        by: 'country',
        filter: { device: 'phone', release: 'bbbbbbbb' },
      } as const;
      expect(await sums(ofPhones)).toEqual(all);
      await store().counts.fold(new Date());
      expect(await sums(ofPhones)).toEqual(all);
      expect(await sums({ ...ofPhones, filter: { device: 'phone', model: 'opt-in' } })).toEqual(all);
      expect(await sums({ ...ofPhones, from: '1996-01-01', to: '1997-12-31' })).toEqual({
        'DE banner accepted': 2,
      });
      expect(await sums(ofRelease)).toEqual({ 'DE banner accepted': 1 });
      const actor = { kind: 'admin', id: 'ada', name: 'Ada' } as const;
      const span = { from: new Date('1997-06-15T00:00:00Z'), to: new Date('1997-06-16T00:00:00Z') };
      const { id } = await store().quarantines.place({
        ...span,
        network: null,
        reason: '.',
        actor,
        at: new Date(),
      });
      await store().quarantines.settle();
      const without = { ...all, 'DE banner accepted': 2 };
      expect(await sums(ofPhones)).toEqual(without);
      await store().counts.fold(new Date());
      expect(await sums(ofPhones)).toEqual(without);
      await store().quarantines.lift(id, { actor, reason: '.', at: new Date() });
      await store().quarantines.settle();
      await store().counts.fold(new Date());
      expect(await sums(ofPhones)).toEqual(all);
    });

    it('what is sent again, and what the purge deletes, changes nothing', async () => {
      const record = at('2005-05-04', { decisions: accepted });
      await stored(record, record);
      await stored(record);
      await store().erase({ consentId: record.consentId, actor: 'system', at: new Date() });
      expect(await sums(asked('2005-05'))).toEqual({ '2005-05-04 banner accepted': 1 });
    });

    it('a batch of impressions counts once, on all instances, and no filter of sources takes it away', async () => {
      const [batch, other] = [
        shown('2005-06-01'),
        shown('2005-06-01', { n: 2, device: 'desktop', country: 'QX' }),
      ];
      const both = [store(), another(), store(), another()].map(({ counts }) =>
        counts.addShown(batch, new Date()),
      );
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
      expect(await another().counts.addShown(other, new Date())).toBe(true);
      const before = await store().counts.decisions();
      await stored(at('2005-06-01', { decisions: refused }));
      expect(await store().counts.decisions()).toBe(before + 1);
      expect(await sums(asked('2005-06', { filter: { source: 'preferences' } }))).toEqual({
        [`2005-06-01 ${SHOWN}`]: 7,
      });
      expect(await sums(asked('2005-06', { by: 'country' }))).toEqual({
        [`DE ${SHOWN}`]: 5,
        [`other ${SHOWN}`]: 2,
        'DE banner refused': 1,
      });
    });

    it('are the same by days and by months, before and after days are put together', async () => {
      const days = ['2005-07-01', '2005-07-31', '2005-08-15'];
      for (const decisions of [accepted, accepted, refused]) {
        await stored(...days.map((day) => at(day, { decisions })));
        await another().append(days.map((day) => at(day, { decisions, device: 'phone' })));
      }
      const span = { from: '2005-07-01', to: '2005-08-31' };
      const byDay = asked('2005-07', span);
      const byMonth = asked('2005-07', { ...span, grain: 'month' });
      const [before, ofMonths] = [await sums(byDay), await sums(byMonth)];
      expect(ofMonths).toEqual({
        '2005-07 banner accepted': 8,
        '2005-07 banner refused': 4,
        '2005-08 banner accepted': 4,
        '2005-08 banner refused': 2,
      });
      const all = await store().counts.decisions();
      const fold = () => store().counts.fold(new Date());
      await fold();
      expect([await sums(byDay), await sums(byMonth)]).toEqual([before, ofMonths]);
      await stored(at('2005-07-31', { decisions: accepted }));
      await fold();
      expect(await sums(byDay)).toEqual({ ...before, '2005-07-31 banner accepted': 5 });
      expect(await sums(byMonth)).toEqual({ ...ofMonths, '2005-07 banner accepted': 9 });
      expect(await store().counts.decisions()).toBe(all + 1);
    });

    it('are told apart by a thing over years as over days, wherever a span begins and ends', async () => {
      const days = [
        '2001-12-31',
        '2002-01-01',
        '2002-06-15',
        '2002-12-31',
        '2003-02-28',
        '2003-03-01',
        '2003-03-09',
      ];
      await stored(...days.map((day) => at(day, { country: 'IE', device: 'tablet' })));
      await store().counts.fold(new Date());
      const counted = async (from: string, to: string, filter: CountQuery['filter'] = {}) => {
        const sums = await store().counts.sums({ from, to, grain: 'month', by: 'country', filter });
        return sums.filter(({ key }) => key === 'IE').reduce((all, { total }) => all + total, 0);
      };
      const spans = [
        ['2001-12-31', '2003-03-09', 7],
        ['2002-01-01', '2002-12-31', 3],
        ['2002-01-02', '2003-03-08', 4],
        ['2002-06-15', '2002-06-15', 1],
        ['2001-01-01', '2003-02-28', 5],
        ['2002-12-31', '2003-03-31', 4],
      ] as const;
      for (const [from, to, n] of spans) {
        expect(await counted(from, to), `${from} ${to}`).toBe(n);
        expect(await counted(from, to, { device: 'tablet', model: 'opt-in' }), `${from} ${to}`).toBe(n);
      }
    });

    it('are narrowed to what nobody knows as to anything else, before and after days are put together', async () => {
      const month = '2006-02';
      const day = `${month}-03`;
      await stored(
        at(day, { decisions: accepted, country: null }),
        at(day, { decisions: refused, country: 'DE', locale: null }),
        at(day, { decisions: refused, country: 'DE', locale: 'de' }),
      );
      const narrowed = (filter: CountQuery['filter']) => sums(asked(month, { grain: 'month', filter }));
      for (const fold of [false, true]) {
        if (fold) await store().counts.fold(new Date());
        expect(await narrowed({ country: '' })).toEqual({ [`${month} banner accepted`]: 1 });
        expect(await narrowed({ language: '' })).toEqual({ [`${month} banner refused`]: 1 });
        expect(await narrowed({ country: '', device: 'desktop' })).toEqual(await narrowed({ country: '' }));
      }
    });

    it('what is set apart is counted off each of them, and given back as it was', async () => {
      const month = '2005-09';
      const from = new Date(`${month}-10T00:00:00Z`);
      const actor = { kind: 'admin', id: 'ada', name: 'Ada' } as const;
      await stored(
        ...Array.from({ length: 30 }, () => at(`${month}-10`, { country: 'FR', device: 'phone' })),
        ...Array.from({ length: 10 }, () => at(`${month}-10`, { country: 'FR', device: 'desktop' })),
        at(`${month}-11`, { country: 'FR', device: 'desktop' }),
      );
      await store().counts.fold(new Date());
      const byDevice = asked(month, { by: 'device' });
      const before = await sums(byDevice);
      expect(before).toEqual({ 'phone banner partial': 30, 'desktop banner partial': 11 });
      const span = { from, to: new Date(from.getTime() + 86_400_000) };
      const { id } = await store().quarantines.place({
        ...span,
        network: null,
        reason: '.',
        actor,
        at: new Date(),
      });
      await store().quarantines.settle();
      expect(await sums(byDevice)).toEqual({ 'desktop banner partial': 1 });
      expect(await sums(asked(month, { grain: 'month' }))).toEqual({ [`${month} banner partial`]: 1 });
      await store().quarantines.lift(id, { actor, reason: '.', at: new Date() });
      await store().quarantines.settle();
      expect(await sums(byDevice)).toEqual(before);
    });
  });
}
