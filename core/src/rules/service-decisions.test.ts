import { describe, expect, it } from 'vitest';
import { trackerOf } from '../../tests/any-services.ts';
import { NOW } from '../../tests/any-visit.ts';
import type { ConsentConfig, ConsentCookieV1, ConsentModel } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { withBases } from './basis.ts';
import { encodeConsentCookie } from './cookie.ts';
import { decide } from './decide.ts';
import { isGranted, resolveConsent } from './resolve.ts';
import { editDraft } from './service-rules.ts';

describe('a cookie that names services', () => {
  it('names as many as a browser takes, refused ones first, and grants nothing for those that it leaves out', () => {
    const named = Array.from(
      { length: 90 },
      (_, at) => `${'a-service-of-some-length-'}${String(at).padStart(5, '0')}`,
    );
    const config = withServices({
      ...createTestConfig(),
      granularity: 'service' as const,
      trackers: named.map((name) => trackerOf(name, 'functional')),
    });
    let draft = resolveConsent(null, config, { now: NOW }).decisions;
    draft = editDraft(draft, 'functional', true, config);
    draft = editDraft(draft, named[89]!, false, config);
    const made = decide(resolveConsent(null, config, { now: NOW }), config, 'save', { draft, now: NOW })!;
    const text = encodeConsentCookie(made.cookie);
    expect(text.length).toBeLessThan(3800);
    const resolved = resolveConsent(text, config, { now: NOW });
    const granted = named.filter((name) => isGranted(resolved, config, name));
    expect(granted).toHaveLength(59);
    expect(made.cookie.x?.[named[89]!]).toBe(0);
  });
});

describe('services of a category that is on without consent', () => {
  const config = withServices({
    ...createTestConfig(),
    granularity: 'service' as const,
    trackers: [trackerOf('s', 'analytics'), trackerOf('t', 'analytics')],
  });
  const exempt = { ...config, categories: withBases(config.categories, { analytics: 'exempt' }) };
  const saved = (name: string, on: boolean) => {
    const before = resolveConsent(null, exempt, { now: NOW });
    const draft = editDraft(before.decisions, name, on, exempt);
    return decide(before, exempt, 'save', { draft, now: NOW })!;
  };
  const grantedOf = (cookie: ConsentCookieV1 | null, of: ConsentConfig) =>
    ['analytics', 's', 't'].filter((name) => isGranted(resolveConsent(cookie, of, { now: NOW }), of, name));

  it('are on with it, and one that is objected to is off by itself', () => {
    expect(grantedOf(null, exempt)).toEqual(['analytics', 's', 't']);
    const { cookie, submission } = saved('s', false);
    expect(cookie.x).toEqual({ s: 0 });
    expect(submission.services).toEqual({ s: false });
    expect(submission.decisions).not.toHaveProperty('analytics');
    expect(grantedOf(cookie, exempt)).toEqual(['analytics', 't']);
  });

  it('are not granted by that: where the law asks, nothing of them is', () => {
    expect(grantedOf(saved('s', false).cookie, config)).toEqual([]);
  });

  it('C3: are off with it, where more of them are objected to than a cookie names', () => {
    const names = Array.from({ length: 62 }, (_, at) => `s${at}`);
    const many = withServices({ ...exempt, trackers: names.map((name) => trackerOf(name, 'analytics')) });
    const before = resolveConsent(null, many, { now: NOW });
    const save = (refused: string[]) => {
      const draft = refused.reduce((made, name) => editDraft(made, name, false, many), before.decisions);
      return decide(before, many, 'save', { draft, now: NOW })!;
    };
    const grantedBy = (cookie: ConsentCookieV1) => {
      const resolved = resolveConsent(cookie, many, { now: NOW });
      return names.filter((name) => isGranted(resolved, many, name));
    };
    expect(grantedBy(save(names.slice(0, 60)).cookie)).toEqual(['s60', 's61']);
    const { cookie, submission } = save(names.slice(0, 61));
    expect(grantedBy(cookie)).toEqual([]);
    expect(cookie.d.analytics).toBe(0);
    expect(submission.decisions.analytics).toBe(false);
    expect(Object.keys(cookie.x!)).toHaveLength(60);
  });

  it('are off with it, where it is objected to', () => {
    expect(grantedOf(saved('analytics', false).cookie, exempt)).toEqual([]);
  });
});

describe('services of a category that is on by default', () => {
  const config = (model: ConsentModel) =>
    withServices({
      ...createTestConfig({ jurisdiction: { model } }),
      granularity: 'service' as const,
      trackers: [trackerOf('s', 'analytics'), trackerOf('t', 'analytics')],
    });
  const resolved = (cookie: ConsentCookieV1 | null, model: ConsentModel) =>
    resolveConsent(cookie, config(model), { now: NOW });
  const switched = (cookie: ConsentCookieV1 | null, model: ConsentModel, ...toggles: [string, boolean][]) => {
    const before = resolved(cookie, model);
    const draft = toggles.reduce(
      (made, [name, on]) => editDraft(made, name, on, config(model)),
      before.decisions,
    );
    return decide(before, config(model), 'save', { draft, now: NOW })!;
  };
  const grantedOf = (cookie: ConsentCookieV1 | null, model: ConsentModel) =>
    ['analytics', 's', 't'].filter((name) => isGranted(resolved(cookie, model), config(model), name));

  it.each(['opt-out', 'notice', 'none'] as const)(
    'C4: are left on by no act where one is refused, %s',
    (model) => {
      const { cookie, submission } = switched(null, model, ['s', false]);
      expect(cookie.d).toEqual({});
      expect(cookie.x).toEqual({ s: 0 });
      expect(submission.decisions).toEqual({});
      expect(submission.services).toEqual({ s: false });
      expect(grantedOf(cookie, model)).toEqual(['analytics', 't']);
      expect(grantedOf(cookie, 'opt-in')).toEqual([]);
      expect(switched(cookie, model, ['marketing', false]).cookie.x).toEqual({ s: 0 });
    },
  );

  it('stay granted each, where their category was granted by an act', () => {
    const accepted = decide(resolved(null, 'opt-out'), config('opt-out'), 'accept-all', { now: NOW })!;
    const { cookie } = switched(accepted.cookie, 'opt-out', ['s', false]);
    expect(cookie.d).not.toHaveProperty('analytics');
    expect(cookie.x).toEqual({ s: 0, t: 1 });
    expect(grantedOf(cookie, 'opt-out')).toEqual(['analytics', 't']);
    expect(grantedOf(cookie, 'opt-in')).toEqual(['t']);
    expect(switched(cookie, 'opt-out', ['marketing', false]).cookie.x).toEqual({ s: 0, t: 1 });
  });

  it('C3: are granted by an act, and alone, once their category is refused', () => {
    const { cookie } = switched(null, 'opt-out', ['analytics', false], ['t', true]);
    expect(cookie.d.analytics).toBe(0);
    expect(cookie.x).toEqual({ s: 0, t: 1 });
    expect(grantedOf(cookie, 'opt-out')).toEqual(['t']);
    expect(grantedOf(cookie, 'opt-in')).toEqual(['t']);
  });
});
