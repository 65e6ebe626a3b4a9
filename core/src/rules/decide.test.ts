import { describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentModel } from '../contract/config.ts';
import { createTestConfig, DEFAULT_CATEGORIES, type DeepPartial } from '../contract/default-config.ts';
import { encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, type DecideOptions, decide } from './decide.ts';
import { resolveConsent } from './resolve.ts';

const NOW = 1_790_000_000;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NEW_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const MODELS: ConsentModel[] = ['opt-in', 'opt-out', 'notice', 'none'];
const ACTIONS: ConsentAction[] = ['accept-all', 'reject-all', 'withdraw', 'save', 'dismiss', 'gpc'];
const ALL = { functional: true, analytics: true, marketing: true };
const NONE = { functional: false, analytics: false, marketing: false };

const under = (model: ConsentModel, overrides: DeepPartial<ConsentConfig> = {}) =>
  createTestConfig({ jurisdiction: { model }, ...overrides });

/** One visit: what is stored, then one action. */
function visit(
  config: ConsentConfig,
  action: ConsentAction,
  {
    cookie = null as string | null,
    gpc = false,
    ...options
  }: DecideOptions & { cookie?: string | null; gpc?: boolean } = {},
) {
  const resolved = resolveConsent(cookie, config, { gpc, now: NOW, uuid: () => ID });
  const decision = decide(resolved, config, action, { now: NOW, uuid: () => NEW_ID, ...options });
  const kept = decision && encodeConsentCookie(decision.cookie);
  return { decision, kept, after: resolveConsent(kept ?? cookie, config, { gpc, now: NOW, uuid: () => ID }) };
}
const decisionsOf = (...given: Parameters<typeof visit>) => visit(...given).decision?.submission.decisions;

describe('decide', () => {
  it('makes the cookie and the record of one decision, which say the same', () => {
    const { decision, after } = visit(under('opt-in'), 'accept-all', { source: 'banner' });
    expect(decision).toEqual({
      cookie: {
        v: 1,
        id: ID,
        d: { functional: 1, analytics: 1, marketing: 1 },
        t: NOW,
        pv: 'a0a0a0a0',
        cv: 'b1b1b1b1',
        tv: 'c2c2c2c2',
        dv: 'd3d3d3d3',
        j: 'in',
        s: 'b',
      },
      submission: {
        consentId: ID,
        decisions: ALL,
        versions: createTestConfig().versions,
        source: 'banner',
        locale: 'en',
        decidedAt: NOW,
      },
    });
    expect(after).toMatchObject({ status: 'decided', decisions: ALL, source: 'banner', decidedAt: NOW });
  });

  it('C10: an act outside banner and preferences has source api', () => {
    for (const action of ['accept-all', 'reject-all', 'save'] as const) {
      expect(visit(under('opt-in'), action).after.source).toBe('api');
      expect(visit(under('opt-in'), action, { source: 'preferences' }).after.source).toBe('preferences');
    }
  });

  it.each(MODELS)('rejects all under %s, and keeps the id (C9)', (model) => {
    const accepted = visit(under(model), 'accept-all');
    const { decision, after } = visit(under(model), 'reject-all', { cookie: accepted.kept });
    expect(after).toMatchObject({ status: 'decided', decisions: NONE, consentId: ID });
    expect(decision?.submission).not.toHaveProperty('replaces');
  });

  it.each(MODELS)('C9: withdraws under %s with a new id that names the old one', (model) => {
    const accepted = visit(under(model), 'accept-all');
    const { decision, after } = visit(under(model), 'withdraw', { cookie: accepted.kept, source: 'banner' });
    expect(after).toMatchObject({
      decisions: NONE,
      source: 'withdraw',
      consentId: NEW_ID,
      status: 'decided',
    });
    expect(decision?.submission).toMatchObject({ consentId: NEW_ID, replaces: ID, source: 'withdraw' });
  });

  it('saves the draft, and leaves what it does not name as it is', () => {
    const { kept } = visit(under('opt-in'), 'save', { draft: { analytics: true } });
    const draft = { marketing: true, necessary: false, unknown: true };
    const { after } = visit(under('opt-in'), 'save', { cookie: kept, draft });
    expect(after.decisions).toEqual({ functional: false, analytics: true, marketing: true });
    expect(after.cookie?.d).toEqual({ functional: 0, analytics: 1, marketing: 1 });
  });

  it('saves under opt-in nothing that is not true', () => {
    const draft = { analytics: 'yes' as unknown as boolean };
    expect(decisionsOf(under('opt-in'), 'save', { draft })).toEqual(NONE);
  });

  describe('what is left on that was on by default', () => {
    const strict = DEFAULT_CATEGORIES.map((c) => ({ ...c, defaultInOptOut: c.key !== 'functional' }));

    it.each(['opt-out', 'notice', 'none'] as const)('C4: is kept as no act under %s', (model) => {
      const { decision, kept, after } = visit(under(model), 'save', { draft: { ...ALL, marketing: false } });
      expect(decision?.cookie.d).toEqual({ marketing: 0 });
      expect(decision?.submission.decisions).toEqual({ marketing: false });
      expect(after.decisions).toEqual({ ...ALL, marketing: false });
      expect(resolveConsent(kept, under('opt-in'), { now: NOW }).decisions).toEqual(NONE);
    });

    it('C4: is none either where the default had been stored', () => {
      for (const gpc of [false, true]) {
        const { kept } = visit(under('opt-out'), gpc ? 'gpc' : 'dismiss', { gpc });
        const { decision } = visit(under('opt-out'), 'save', { cookie: kept, draft: { marketing: false } });
        expect(decision?.cookie.d).not.toHaveProperty('functional');
      }
    });

    it('is granted as before where the visitor once granted it by an act', () => {
      const { kept } = visit(under('opt-out'), 'accept-all');
      const { decision } = visit(under('opt-out'), 'save', { cookie: kept, draft: { marketing: false } });
      expect(decision?.cookie.d).toEqual({ functional: 1, analytics: 1, marketing: 0 });
    });

    it('is no other thing than what is switched on, which is an act', () => {
      const config = under('opt-out', { categories: strict });
      const on = visit(config, 'save', { draft: { functional: true } });
      expect(on.decision?.cookie.d).toEqual({ functional: 1 });
      const off = visit(config, 'save', { cookie: on.kept, draft: { analytics: false } });
      expect(visit(config, 'save', { cookie: off.kept, draft: ALL }).decision?.cookie.d).toEqual({
        functional: 1,
        analytics: 1,
      });
    });

    it('C2: turns on nothing, once stored, that is off by default under opt-out', () => {
      const { kept } = visit(under('notice', { categories: strict }), 'dismiss');
      const { decisions } = resolveConsent(kept, under('opt-out', { categories: strict }), { now: NOW });
      expect(decisions).toEqual({ ...ALL, functional: false });
    });
  });

  it('C10: dismissing under opt-in stores nothing', () => {
    expect(visit(under('opt-in'), 'dismiss').decision).toBeNull();
  });

  it.each(['opt-out', 'notice', 'none'] as const)('C10: dismissing under %s stores the defaults', (model) => {
    const categories = DEFAULT_CATEGORIES.map((c) => ({ ...c, defaultInOptOut: c.key !== 'marketing' }));
    const { after } = visit(under(model, { categories }), 'dismiss');
    expect(after).toMatchObject({
      status: 'decided',
      source: 'implicit',
      decisions: { ...ALL, marketing: model !== 'opt-out' },
    });
  });

  it('C10, C3: dismissing a notice that asks again keeps refusals', () => {
    const { kept } = visit(under('opt-out'), 'save', { draft: { analytics: false } });
    const changed = under('opt-out', { versions: { documentsVersion: 'ffffffff' } });
    const { after } = visit(changed, 'dismiss', { cookie: kept });
    expect(after).toMatchObject({
      status: 'decided',
      source: 'implicit',
      decisions: { ...ALL, analytics: false },
    });
  });

  it('C10: dismissing after a decision leaves it alone', () => {
    for (const model of MODELS) {
      const { kept } = visit(under(model), 'reject-all');
      expect(visit(under(model), 'dismiss', { cookie: kept }).decision).toBeNull();
    }
  });

  it('C8: switched off, nothing is decided', () => {
    for (const action of ACTIONS) {
      expect(visit(under('opt-out', { enabled: false }), action, { gpc: true }).decision).toBeNull();
      expect(visit(under('??' as ConsentModel), action, { gpc: true }).decision).toBeNull();
    }
  });
});

describe('decide under Global Privacy Control', () => {
  it('C11: keeps the signal once', () => {
    const config = under('opt-out');
    const first = visit(config, 'gpc', { gpc: true });
    expect(first.decision?.submission).toMatchObject({
      source: 'gpc',
      decisions: { functional: true, analytics: false, marketing: false },
    });
    expect(first.after).toMatchObject({ status: 'decided', source: 'gpc', consentId: ID, decidedAt: NOW });
    expect(visit(config, 'gpc', { gpc: true, cookie: first.kept }).decision).toBeNull();
  });

  it('C11: keeps it in place of an implicit decision of the same second', () => {
    const dismissed = visit(under('opt-out'), 'dismiss');
    expect(visit(under('opt-out'), 'gpc', { gpc: true, cookie: dismissed.kept }).after.cookie?.s).toBe('g');
  });

  it('C11: keeps it anew when what is stored of it is out of date', () => {
    const { kept } = visit(under('opt-out'), 'gpc', { gpc: true, now: NOW - 60 });
    const changed = under('opt-out', { versions: { trackersVersion: 'ffffffff' } });
    expect(visit(changed, 'gpc', { gpc: true, cookie: kept }).after.cookie?.tv).toBe('ffffffff');
  });

  it('C11: keeps nothing where the signal is not the decision', () => {
    for (const model of MODELS) expect(visit(under(model), 'gpc').decision).toBeNull();
    for (const model of ['opt-in', 'notice', 'none'] as const) {
      expect(visit(under(model), 'gpc', { gpc: true }).decision).toBeNull();
    }
    const { kept } = visit(under('opt-out'), 'accept-all');
    expect(visit(under('opt-out'), 'gpc', { gpc: true, cookie: kept }).decision).toBeNull();
  });

  it.each(['opt-out', 'notice', 'none'] as const)('L: stores 0 for what respects it under %s', (model) => {
    const expected = { functional: 1, analytics: 0, marketing: 0 };
    expect(visit(under(model), 'accept-all', { gpc: true }).decision?.cookie.d).toEqual(expected);
    const saved = visit(under(model), 'save', { gpc: true, draft: ALL }).decision?.cookie.d;
    expect(saved).toEqual({ analytics: 0, marketing: 0 });
  });

  it('J: lets the visitor accept under opt-in', () => {
    expect(decisionsOf(under('opt-in'), 'accept-all', { gpc: true })).toEqual(ALL);
  });
});
