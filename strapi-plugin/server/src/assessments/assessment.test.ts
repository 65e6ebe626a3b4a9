import { describe, expect, it } from 'vitest';
import type { AssessedTracker, Assessment } from '../content/assessments';
import type { Localized } from '../content/localized';
import type { CategoryRow, Content, TrackerRow } from '../content/site-content';
import { versionsOf } from '../versions/consent-versions';
import { assessmentFault } from './assessment';
import { CRITERIA, CRITERIA_VERSION } from './criteria';
import { trackerHash } from './tracker-hash';

/** As a row has it where nothing else is said. */
const ROW = {
  id: 1,
  documentId: 'counter',
  locale: 'en',
  name: 'Counter',
  key: null,
  enabled: true,
  category: { key: 'analytics', documentId: 'analytics' },
  kind: 'script',
  vendor: 'Matomo',
  vendorPrivacyUrl: null,
  purpose: 'Counts visits',
  poster: null,
  factsCheckedAt: null,
  hosts: ['a.example', 'b.example'],
  cookies: [
    { name: '_pk_id', storage: 'cookie', description: 'Who it is' },
    { name: '_pk_ses', storage: 'cookie' },
  ],
  environments: null,
  loaderSrc: 'https://a.example/matomo.js',
  loaderInline: null,
  loaderStrategy: 'afterDecision',
  loaderAttributes: { defer: '', 'data-site': '1' },
  consentModeManaged: false,
  adapter: null,
} as TrackerRow;

const hashOf = (changes: Partial<TrackerRow> = {}): string => {
  const shared = { ...ROW, ...changes };
  const tracker: Localized<TrackerRow> = {
    documentId: 'counter',
    shared,
    byLocale: new Map([['en', shared]]),
  };
  return trackerHash(tracker);
};

describe('trackerHash', () => {
  it.each<[string, Partial<TrackerRow>]>([
    ['kind', { kind: 'pixel' }],
    ['vendor', { vendor: 'Google' }],
    ['hosts', { hosts: ['a.example'] }],
    ['source', { loaderSrc: 'https://www.googletagmanager.com/gtag/js' }],
    ['code', { loaderInline: 'track()' }],
    ['strategy', { loaderStrategy: 'lazy' }],
    ['attributes', { loaderAttributes: { defer: '', 'data-site': '2' } }],
    ['adapter', { adapter: 'meta' }],
    ['Consent Mode', { consentModeManaged: true }],
    ['cookies', { cookies: [{ name: '_ga', storage: 'cookie' }] }],
    ['storage', { cookies: ROW.cookies!.map((cookie) => ({ ...cookie, storage: 'localStorage' as const })) }],
  ])('differs by %s', (_, changes) => {
    expect(hashOf(changes)).not.toBe(hashOf());
  });

  it('does not differ by what it is called, what visitors read, or the order of lists and keys', () => {
    expect(hashOf()).toMatch(/^[0-9a-f]{64}$/);
    const texts = { name: 'Our counter', key: 'counter', purpose: 'Counts', vendorPrivacyUrl: '/privacy' };
    expect(hashOf(texts)).toBe(hashOf());
    const order = {
      hosts: [...ROW.hosts!].reverse(),
      cookies: [...ROW.cookies!].reverse().map(({ name, storage }) => ({ name, storage, description: '' })),
      loaderAttributes: { 'data-site': '1', defer: '' },
    };
    expect(hashOf(order)).toBe(hashOf());
  });

  it('takes what is empty for what is not said', () => {
    const empty = { hosts: [], cookies: [], loaderAttributes: {}, loaderInline: '', vendor: '' };
    const unsaid = { hosts: null, cookies: null, loaderAttributes: null, loaderInline: null, vendor: null };
    expect(hashOf({ ...empty, loaderStrategy: null })).toBe(hashOf(unsaid));
  });
});

describe('assessmentFault', () => {
  const tracker: AssessedTracker = { id: 'counter', name: 'Counter', hash: hashOf() };
  const assessment: Assessment = {
    id: 'first',
    category: 'analytics',
    criteria: CRITERIA_VERSION,
    answers: Object.fromEntries(
      CRITERIA.map((criterion) => [criterion, { met: true, note: null }]),
    ) as Assessment['answers'],
    trackers: [tracker],
    assessedAt: new Date('2026-03-01T12:00:00Z'),
    assessedBy: 'ada',
    assessedByName: 'Ada Admin',
    renewBy: '2026-06-30',
  };
  const fault = (changes: Partial<Assessment>, at = '2026-06-30T23:59:59.999Z', present = [tracker]) =>
    assessmentFault({ ...assessment, ...changes }, present, new Date(at));

  it('holds through its last day, and not at the midnight after, in UTC', () => {
    expect(fault({})).toBeNull();
    expect(fault({}, '2026-07-01T00:00:00.000Z')).toBe('overdue');
    expect(fault({ renewBy: '2099-01-01' }, '2027-03-01T23:59:59.999Z')).toBeNull();
    expect(fault({ renewBy: '2099-01-01' }, '2027-03-02T00:00:00.000Z')).toBe('overdue');
  });

  it('is about trackers as they were, and not about their documents', () => {
    const changed = { ...tracker, hash: hashOf({ vendor: 'Google' }) };
    expect(fault({}, undefined, [changed])).toBe('trackers');
    expect(fault({}, undefined, [tracker, { ...tracker, id: 'another' }])).toBe('trackers');
    expect(fault({}, undefined, [{ ...tracker, name: 'Renamed' }])).toBeNull();
    expect(fault({}, undefined, []), 'one was switched off').toBeNull();
  });

  it('does not hold where no hash was kept', () => {
    const { hash: _, ...without } = tracker;
    expect(fault({ trackers: [without as AssessedTracker] })).toBe('trackers');
  });

  it('makes versions of its own while it holds; without one they are the same at any time', () => {
    const category = {
      key: 'analytics',
      label: 'Statistics',
      purpose: 'audience-measurement',
    } as CategoryRow;
    const content = (assessments: Assessment[]): Content => ({
      locales: { default: 'en', all: ['en'] },
      settings: null,
      categories: [{ documentId: 'analytics', shared: category, byLocale: new Map([['en', category]]) }],
      trackers: [{ documentId: 'counter', shared: ROW, byLocale: new Map([['en', ROW]]) }],
      documents: [],
      reconsent: null,
      assessments: new Map(assessments.map((one) => [one.category, one])),
    });
    const [day, after] = [new Date('2026-06-30T23:59:59Z'), new Date('2026-07-01T00:00:00Z')];
    const never = versionsOf(content([]), day);
    expect(versionsOf(content([]), after)).toEqual(never);
    const holds = versionsOf(content([assessment]), day);
    expect(holds).toEqual({ ...never, policyVersion: expect.not.stringMatching(never.policyVersion) });
    expect(versionsOf(content([assessment]), after)).toEqual(never);
    expect(versionsOf(content([{ ...assessment, trackers: [] }]), day)).toEqual(never);
  });
});
