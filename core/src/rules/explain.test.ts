import { describe, expect, it } from 'vitest';
import type { ConsentConfig } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { cookieFor } from './cookie.ts';
import { explainConsent } from './explain.ts';

const NOW = 1_790_000_000;
const config = createTestConfig();
const usa = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });

const cookie = (decisions: Record<string, boolean>, more: object = {}) =>
  cookieFor({
    consentId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    decisions,
    versions: config.versions,
    source: 'banner',
    model: 'opt-in',
    decidedAt: NOW - 60,
    ...more,
  });

const rules = (...args: Parameters<typeof explainConsent>) => {
  const { rule, status, categories } = explainConsent(...args);
  return [`${status} ${rule}`, ...categories.map(({ key, granted, rule }) => `${key} ${granted} ${rule}`)];
};

describe('explainConsent names the rule behind each answer', () => {
  it('before a choice', () => {
    expect(rules(null, config, { now: NOW })).toEqual([
      'undecided C2',
      'necessary true C1',
      'functional false C2',
      'analytics false C2',
      'marketing false C2',
    ]);
  });

  it('after a choice that knows not every category', () => {
    expect(rules(cookie({ analytics: true, marketing: false }), config, { now: NOW })).toEqual([
      'decided C4',
      'necessary true C1',
      'functional false C6',
      'analytics true C4',
      'marketing false C3',
    ]);
  });

  it('of a decision that has to be renewed', () => {
    const old = cookie({ analytics: true, marketing: false }, { decidedAt: NOW - 400 * 86_400 });
    expect(rules(old, config, { now: NOW })).toEqual([
      'stale C5',
      'necessary true C1',
      'functional false C6',
      'analytics false C5',
      'marketing false C3',
    ]);
  });

  it('of a grant that a default made elsewhere', () => {
    const given = cookie({ analytics: true, marketing: true }, { source: 'implicit', model: 'notice' });
    expect(rules(given, config, { now: NOW }).slice(0, 4)).toEqual([
      'undecided C4',
      'necessary true C1',
      'functional false C2',
      'analytics false C4',
    ]);
  });

  it('under opt-out with Global Privacy Control', () => {
    expect(rules(null, usa, { gpc: true, now: NOW })).toEqual([
      'decided C11',
      'necessary true C1',
      'functional true C2',
      'analytics false C2',
      'marketing false C2',
    ]);
  });

  it('where consent is switched off', () => {
    expect(rules(null, createTestConfig({ enabled: false }), { now: NOW })).toContain('analytics false C8');
  });

  it('of services that the decision names', () => {
    const trackers = ['player', 'map', 'counter'].map((key) => ({
      ...{ id: key, key, name: key, kind: 'iframe' as const },
      categoryKey: key === 'counter' ? 'necessary' : 'functional',
    }));
    const byService = withServices({ ...config, trackers, granularity: 'service' as const });
    const named = {
      ...cookie({ functional: false }),
      x: { player: 1, map: 0, counter: 0, gone: 1 } as const,
    };
    const said = (of: ConsentConfig, now = NOW) =>
      explainConsent(named, of, { now }).services.map(
        ({ name, granted, rule }) => `${name} ${granted} ${rule}`,
      );
    expect(said(byService)).toEqual(['player true C4', 'map false C3', 'counter false C3']);
    expect(said({ ...byService, granularity: 'category' })).toEqual([
      'player false C6',
      'map false C3',
      'counter false C3',
    ]);
    expect(said(byService, NOW + 10 * 365 * 86_400)[0]).toBe('player false C5');
    expect(explainConsent(null, byService, { now: NOW }).services).toEqual([]);
  });
});
