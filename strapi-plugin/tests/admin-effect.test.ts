import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishedState } from '../admin/src/api/contract';
import { reconsentOf } from '../admin/src/content-manager/reconsent';
import { trackerDraft } from '../admin/src/content-manager/tracker-form';
import { attributesOf, linesOf } from '../admin/src/fields/attributes/lines';
import { effectOf } from '../server/src/catalogue/tracker-effect';

const category = (key: string, more: Partial<PublishedState['categories'][number]> = {}) => ({
  documentId: `id-${key}`,
  key,
  label: key.toUpperCase(),
  required: false,
  consentModeSignals: [],
  ...more,
});

const state: PublishedState = {
  enabled: true,
  environment: 'production',
  reconsentOn: ['documents', 'categories', 'trackers'],
  consentModeEnabled: true,
  categories: [
    category('necessary', { required: true }),
    category('analytics', { consentModeSignals: ['analytics_storage'] }),
    category('marketing'),
  ],
  trackers: [
    {
      documentId: 'saved',
      key: null,
      name: 'Saved',
      enabled: true,
      category: 'analytics',
      kind: 'script',
      cookies: [{ name: '_id', storage: 'cookie' }],
    },
    {
      documentId: 'other',
      key: null,
      name: 'Other',
      enabled: true,
      category: 'marketing',
      kind: 'script',
      cookies: [{ name: '_shared', storage: 'cookie' }],
    },
  ],
  documents: [{ documentId: 'policy', kind: 'cookies', effectiveDate: '2026-01-01' }],
};

const form = (values: object = {}) => ({
  enabled: true,
  kind: 'script',
  category: { connect: [], disconnect: [] },
  loaderSrc: 'https://vendor.example/tag.js',
  loaderStrategy: 'afterDecision',
  ...values,
});

const effect = (values: object = {}, documentId: string | null = 'saved', given = state) =>
  effectOf(trackerDraft(form(values), documentId, given), given);
const FRENCH = { name: '_s', storage: 'cookie' as const };
const keys = (phrases: { key: string }[]) => phrases.map(({ key }) => key);

describe('what a tracker will do', () => {
  it('removes what another language lists, where this one has listed nothing', () => {
    const clears = (values: object, opened: object) => {
      const given = { ...state, trackers: state.trackers.map((one) => ({ ...one, cookies: [FRENCH] })) };
      return keys(effectOf(trackerDraft(form(values), 'saved', given, form(opened)), given).clears);
    };
    expect(clears({}, {})).not.toContain('effect.clears.none');
    expect(clears({ cookies: [] }, { cookies: [FRENCH] }), 'emptied in this form').toContain(
      'effect.clears.none',
    );
  });

  it('knows the category that is saved, the one that was just chosen, and that it was taken away', () => {
    const waits = (relation: object) => effect({ category: relation }).waits[0];
    expect(waits({ connect: [], disconnect: [] })?.values).toMatchObject({ key: 'analytics' });
    expect(waits({ connect: [{ documentId: 'id-marketing' }] })?.values).toMatchObject({ key: 'marketing' });
    expect(waits({ connect: [], disconnect: [{ id: 1 }] })?.key).toBe('effect.waits.noCategory');
  });

  it('I5: says that a tag under Consent Mode waits for nothing, and warns of it', () => {
    const { waits, warnings } = effect({ consentModeManaged: true });
    expect(keys(waits)).toEqual(['effect.waits.managed']);
    expect(keys(warnings)).toEqual(['effect.warn.managed']);
  });

  it('loads scripts and pixels only; the site starts the rest and asks for consent itself', () => {
    expect(keys(effect().loads)).toEqual(['effect.loads.src', 'effect.loads.atOnce']);
    expect(keys(effect({ kind: 'pixel', loaderStrategy: 'lazy' }).loads)).toEqual([
      'effect.loads.pixel',
      'effect.loads.lazy',
    ]);
    const sdk = effect({ kind: 'sdk', loaderSrc: '' });
    expect(keys(sdk.loads)).toEqual(['effect.loads.own.sdk']);
    expect(keys(sdk.waits)).toContain('effect.waits.expression');
  });

  it('I3: tells what a withdrawal clears, and what it has to leave', () => {
    const cookies = [
      { name: '_own', storage: 'cookie' },
      { name: '_shared', storage: 'cookie' },
      { name: 'db', storage: 'indexedDB' },
      { name: 'uid', storage: 'cookie', domain: '.vendor.example' },
    ];
    const { clears } = effect({ cookies });
    expect(clears[0]).toEqual({ key: 'effect.clears.gone', values: { names: '_own' } });
    expect(keys(clears.slice(1))).toEqual([
      'effect.clears.shared',
      'effect.clears.indexedDB',
      'effect.clears.domain',
    ]);
  });

  it('I3: leaves a name that a pattern of another category matches, and of a pattern what another names', () => {
    const declaring = (name: string, storage: 'cookie' | 'localStorage' = 'cookie') => ({
      ...state,
      trackers: state.trackers.map((tracker) =>
        tracker.documentId === 'other' ? { ...tracker, cookies: [{ name, storage }] } : tracker,
      ),
    });
    const clears = (name: string, given: PublishedState) =>
      effect({ cookies: [{ name, storage: 'cookie' }] }, 'saved', given).clears;
    const gone = (names: string) => ({ key: 'effect.clears.gone', values: { names } });
    const shared = (name: string) => ({ key: 'effect.clears.shared', values: { name, other: 'Other' } });
    expect(clears('_ga_X', declaring('_ga_*'))).toEqual([shared('_ga_X')]);
    expect(clears('_ga_*', declaring('_ga_*'))).toEqual([shared('_ga_*')]);
    expect(clears('_ga_*', declaring('_ga_X'))).toEqual([gone('_ga_*'), shared('_ga_X')]);
    expect(clears('_gaX', declaring('_ga_*'))).toEqual([gone('_gaX')]);
    expect(clears('_ga_X', declaring('_ga_*', 'localStorage'))).toEqual([gone('_ga_X')]);
  });

  it('says whether this very server serves it', () => {
    expect(keys(effect({ environments: '["production"]' }).served)).toEqual(['effect.served.here']);
    expect(keys(effect({ environments: ['staging'] }).served)).toEqual(['effect.served.elsewhere']);
    expect(keys(effect({ enabled: false }).served)).toEqual(['effect.served.off']);
  });

  it.each([
    ['a script without anything to run', { loaderSrc: '' }, 'effect.warn.empty'],
    ['a loader that is never used', { kind: 'iframe' }, 'effect.warn.neverLoaded'],
    ['an open variable', { enabled: false, loaderSrc: 'https://x.example/{{ID}}' }, 'effect.warn.open'],
    ['an address without https', { loaderSrc: 'http://x.example/a.js' }, 'effect.warn.http'],
    ['a script tag in inline code', { loaderInline: '<script>x()</script>' }, 'effect.warn.scriptTag'],
    ['environments that are no list', { environments: '"production"' }, 'effect.warn.environments'],
    ['attributes that are no JSON', { loaderAttributes: '{async' }, 'effect.warn.attributes'],
    ['no category', { category: { disconnect: [{}] } }, 'effect.warn.category'],
  ])('warns of %s', (_what, values, warning) => {
    expect(keys(effect(values).warnings)).toContain(warning);
  });

  it('finds nothing to warn of in a plain tracker', () => {
    expect(effect().warnings).toEqual([]);
  });
});

describe('whether an edit asks visitors again', () => {
  const tracker = { documentId: 'saved', enabled: true, kind: 'script', category: 'analytics' };

  it('G1: another category, kind or switch of a tracker does, and nothing else', () => {
    expect(reconsentOf(state, { tracker })).toBe('quiet');
    expect(reconsentOf(state, { tracker: { ...tracker, category: 'marketing' } })).toBe('asks');
    expect(reconsentOf(state, { tracker: { ...tracker, kind: 'pixel' } })).toBe('asks');
    expect(reconsentOf(state, { tracker: { ...tracker, enabled: false } })).toBe('asks');
  });

  it('a new tracker does, unless it is switched off', () => {
    const added = { ...tracker, documentId: null };
    expect(reconsentOf(state, { tracker: added })).toBe('asks');
    expect(reconsentOf(state, { tracker: { ...added, enabled: false } })).toBe('quiet');
  });

  it('G1: another effective date of a privacy or cookie page does', () => {
    const page = { documentId: 'policy', kind: 'cookies', effectiveDate: '2026-01-01' };
    expect(reconsentOf(state, { document: page })).toBe('quiet');
    expect(reconsentOf(state, { document: { ...page, effectiveDate: '2026-06-01' } })).toBe('asks');
    const terms = { documentId: null, kind: 'terms', effectiveDate: '2026-06-01' };
    expect(reconsentOf(state, { document: terms })).toBe('quiet');
  });

  it('a category that becomes required does; where the settings do not name it, it would', () => {
    const required = { documentId: 'id-marketing', key: 'marketing', required: true };
    expect(reconsentOf(state, { category: required })).toBe('asks');
    expect(reconsentOf({ ...state, reconsentOn: ['documents'] }, { category: required })).toBe('would-ask');
    expect(reconsentOf(state, { category: { ...required, required: false } })).toBe('quiet');
  });
});

describe('attributes as lines', () => {
  it('come back as they were written', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
    const value = fc.stringMatching(/^[\w./:=-]{0,30}$/);
    fc.assert(
      fc.property(fc.dictionary(name, value, { minKeys: 1 }), (attributes) => {
        expect(attributesOf(linesOf(attributes))).toEqual({ ...attributes });
      }),
    );
  });

  it('are none where nothing is written', () => {
    expect(attributesOf(' \n')).toBeNull();
    expect(linesOf(null)).toBe('');
    expect(attributesOf('async')).toEqual({ async: '' });
  });
});
