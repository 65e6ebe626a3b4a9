import { describe, expect, it } from 'vitest';
import { declaredSeconds } from '../scan/naming/declared-lifetime';
import { seenTracker } from '../server/src/scan/declaration';
import { inventoryItem, reportFinding, scanReport } from './support/scan-report';

describe('what can be declared of a finding', () => {
  it('is what the run saw of the same name, and no more', () => {
    const finding = reportFinding();
    expect(seenTracker(finding, scanReport([finding]), 'en')).toEqual({
      preset: 'ga4',
      name: 'Google Analytics',
      vendor: 'Google',
      category: 'analytics',
      hosts: ['www.google-analytics.com'],
      cookies: [{ name: '_ga', storage: 'cookie', durationText: '730 days' }],
    });
  });

  it('is the subject alone where nobody knows it', () => {
    const subject = { kind: 'localStorage' as const, name: 'seen', host: 'shop.example' };
    const finding = reportFinding({ subject, known: null });
    expect(seenTracker(finding, null, 'en')).toMatchObject({
      preset: null,
      name: 'seen',
      hosts: [],
      cookies: [{ name: 'seen', storage: 'localStorage' }],
    });
  });

  it.each([
    ['about the banner', reportFinding({ subject: { kind: 'banner', name: 'refuse', host: null } })],
    ['about what is declared', reportFinding({ declaredCategory: 'analytics' })],
  ])('is nothing of a finding %s', (_what, finding) => {
    expect(seenTracker(finding, scanReport([finding]), 'en')).toBeNull();
  });

  it('leaves out what no tracker can have', () => {
    const known = reportFinding().known;
    const inventory = [
      inventoryItem({ kind: 'host', name: 'two words', host: 'two words', known }),
      inventoryItem({ name: '*', known }),
      inventoryItem({ name: 'x'.repeat(300), known }),
      inventoryItem({ kind: 'serviceWorker', name: '/sw.js', known }),
    ];
    const seen = seenTracker(reportFinding(), scanReport([], { inventory }), 'en');
    expect(seen).toMatchObject({ hosts: ['www.google-analytics.com'], cookies: [] });
  });

  it.each([
    [59, 'en', '1 minute'],
    [3 * 3600, 'de', '3 Stunden'],
    [63_072_000, 'de', '730 Tage'],
    [63_072_001, 'not a language', '731 days'],
  ])('says %i seconds in the language %s so that they are within it', (lifetime, locale, text) => {
    const inventory = [inventoryItem({ lifetime })];
    const [cookie] = seenTracker(reportFinding(), scanReport([], { inventory }), locale)?.cookies ?? [];
    expect(cookie?.durationText).toBe(text);
    expect(declaredSeconds(text, locale)).toBeGreaterThanOrEqual(lifetime);
  });
});
