import { describe, expect, it } from 'vitest';
import {
  ALL,
  DAY,
  grants,
  ID,
  NEW_ID,
  NONE,
  NOW,
  outdated,
  resolve,
  stored,
  under,
  WITHOUT_GPC,
} from '../../tests/stored-decisions.ts';
import type { PendingConfig } from '../contract/config.ts';
import { initialView } from './resolve.ts';

describe('Global Privacy Control', () => {
  const gpc = { gpc: true };

  it('C2: switches off what respects it under every model but opt-in, whatever is stored', () => {
    for (const model of ['opt-out', 'notice', 'none'] as const) {
      for (const source of ['banner', 'preferences', 'api', 'implicit', 'gpc'] as const) {
        expect(grants(stored(source, ALL), under(model), gpc)).toEqual(['functional']);
      }
      expect(grants(null, under(model), gpc)).toEqual(['functional']);
    }
  });

  it('J: changes nothing under opt-in', () => {
    expect(resolve(stored('banner', ALL), under('opt-in'), gpc)).toEqual({
      ...resolve(stored('banner', ALL), under('opt-in')),
      gpc: true,
    });
    expect(resolve(null, under('opt-in'), gpc)).toMatchObject({ status: 'undecided', decisions: NONE });
  });

  it('L: switches off what respects it while nobody knows yet whether the law is opt-in', () => {
    const awaited: PendingConfig = { ...under('opt-in'), pending: 'model' };
    expect(grants(stored('banner', ALL), awaited, gpc)).toEqual(['functional']);
    expect(grants(stored('banner', ALL), awaited)).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('J: without a decision under notice and none leaves the visitor undecided', () => {
    for (const model of ['notice', 'none'] as const) {
      expect(resolve(null, under(model), gpc)).toMatchObject({ status: 'undecided', decisions: WITHOUT_GPC });
    }
    expect(initialView(resolve(null, under('notice'), gpc), under('notice'))).toBe('banner');
  });

  it('C11: is the decision under opt-out without another', () => {
    const config = under('opt-out');
    const resolved = resolve(null, config, gpc);
    expect(resolved).toMatchObject({
      status: 'decided',
      source: 'gpc',
      decisions: WITHOUT_GPC,
      decidedAt: NOW,
      consentId: NEW_ID,
      cookie: null,
    });
    expect(initialView(resolved, config)).toBe('closed');
  });

  it('J: over an implicit decision under opt-out it is as without one', () => {
    for (const change of [{}, outdated.documents, { t: NOW - 9999 * DAY }]) {
      const cookie = stored('implicit', { functional: false, analytics: true, marketing: true }, change);
      expect(resolve(cookie, under('opt-out'), gpc)).toMatchObject({
        status: 'decided',
        source: 'gpc',
        repromptReason: null,
        consentId: ID,
        decisions: NONE, // C3: the stored refusal of functional stays
        cookie,
      });
    }
  });

  it('C11: goes on being the decision when what was stored of it is out of date', () => {
    const cookie = stored('gpc', WITHOUT_GPC, outdated.trackers);
    expect(resolve(cookie, under('opt-out'), gpc)).toMatchObject({
      status: 'decided',
      source: 'gpc',
      decidedAt: NOW,
    });
    expect(resolve(cookie, under('opt-out'))).toMatchObject({ status: 'stale', repromptReason: 'trackers' });
  });

  it('C11: once stored it is a decision like others', () => {
    const cookie = stored('gpc', WITHOUT_GPC);
    for (const signal of [true, false]) {
      expect(resolve(cookie, under('opt-out'), { gpc: signal })).toMatchObject({
        status: 'decided',
        source: 'gpc',
        decidedAt: NOW - DAY,
        decisions: WITHOUT_GPC,
      });
    }
  });

  it('J: over an explicit decision keeps its status', () => {
    for (const source of ['banner', 'preferences', 'api', 'withdraw'] as const) {
      expect(resolve(stored(source, ALL), under('opt-out'), gpc)).toMatchObject({
        status: 'decided',
        source,
      });
      expect(resolve(stored(source, ALL, outdated.documents), under('opt-out'), gpc)).toMatchObject({
        status: 'stale',
        decisions: WITHOUT_GPC,
      });
    }
  });
});
