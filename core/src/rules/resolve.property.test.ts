import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_ORIGIN, anyBits, anyCategory, anyModel, MONTH, NOW, uuid } from '../../tests/any-visit.ts';
import type {
  ConsentCategory,
  ConsentConfig,
  ConsentCookieV1,
  OtherBasis,
  PendingConfig,
  ReconsentTrigger,
} from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withoutPlace } from './basis.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, decide } from './decide.ts';
import { explainConsent } from './explain.ts';
import { isCategoryGranted, judgeConsent } from './judge.ts';
import { isGranted, nonRequiredKeys, resolveConsent } from './resolve.ts';
import { consentTerms } from './terms.ts';

const KEYS = ['a', 'b', 'c', 'd', 'constructor', '__proto__'];
const HASHES = ['11111111', '22222222'];
const TRIGGERS: ReconsentTrigger[] = ['documents', 'categories', 'trackers'];

const hash = fc.constantFrom(...HASHES);
const basis = fc.option(fc.constantFrom<OtherBasis[]>('objection', 'exempt'), { nil: undefined });
const category = fc.record<ConsentCategory>({
  // Of most nothing is said.
  basis: fc.integer({ min: 0, max: 3 }).chain((n) => (n ? fc.constant(undefined) : basis)),
  ...anyCategory(KEYS),
});
const config = fc
  .record({
    // Switched off now and then only: off, there is little to find.
    enabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    model: anyModel,
    categories: fc.uniqueArray(category, { selector: ({ key }) => key }),
    versions: fc.record({
      policyVersion: hash,
      categoriesVersion: hash,
      trackersVersion: hash,
      documentsVersion: hash,
    }),
    on: fc.subarray(TRIGGERS),
    refusal: fc.option(
      fc.record({
        triggers: fc.subarray(TRIGGERS),
        maxAge: fc.integer({ min: 1, max: 24 }).map((n) => n * MONTH),
      }),
      { nil: undefined },
    ),
    months: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.constantFrom(0, -1, Number.NaN, 0.01)),
  })
  .map(({ enabled, model, categories, versions, on, months, refusal }) => ({
    ...createTestConfig({ enabled, jurisdiction: { model }, versions }),
    categories,
    reconsent: { on, expiresAfterMonths: months },
    ...(refusal && { refusal }),
  }));
const cookie = fc.record<ConsentCookieV1>({
  ...ANY_ORIGIN,
  d: anyBits(KEYS),
  t: fc.oneof(
    fc.integer({ min: NOW - Math.round(26 * MONTH), max: NOW }),
    fc.integer({ min: NOW - 2, max: NOW + 600 }),
  ),
  pv: hash,
  cv: hash,
  tv: hash,
  dv: hash,
});
const raw = fc.oneof(
  { weight: 9, arbitrary: cookie.map(encodeConsentCookie) },
  { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constant(null)) },
);
const now = fc.oneof(
  { weight: 9, arbitrary: fc.constant(NOW) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0) },
);

/** Random visits; `check` gets what was resolved and the optional keys that are granted. */
function forEveryVisit(
  check: (visit: {
    config: ConsentConfig;
    cookie: ConsentCookieV1 | null;
    gpc: boolean;
    now: number;
    resolved: ReturnType<typeof resolveConsent>;
    granted: string[];
  }) => void,
) {
  fc.assert(
    fc.property(config, raw, fc.boolean(), now, (config, value, gpc, now) => {
      const resolved = resolveConsent(value, config, { gpc, now, uuid });
      const granted = nonRequiredKeys(config).filter((key) => isGranted(resolved, config, key));
      check({ config, cookie: decodeConsentCookie(value), gpc, now, resolved, granted });
    }),
    { numRuns: 1000 },
  );
}
/** Whether a category is off until its visitor grants it. */
const isAsked = (config: ConsentConfig, key: string) => {
  const { basis } = categoryOf(config, key) ?? {};
  return config.jurisdiction.model === 'opt-in' && basis === undefined;
};
const categoryOf = (config: ConsentConfig, key: string) =>
  config.categories.find((candidate) => candidate.key === key);

describe('whatever the config, cookie, model, signal and time', () => {
  it('C1, C4, C5: under opt-in nothing is granted but by a current act of the visitor', () => {
    forEveryVisit(({ config, cookie, now, granted }) => {
      const asked = granted.filter((key) => isAsked(config, key));
      if (asked.length === 0) return;
      expect(cookie).not.toBeNull();
      const { s, t, dv, cv, tv, d } = cookie!;
      // What is granted is no refusal: it never holds for longer.
      const { on, expiresAfterMonths } = config.reconsent;
      expect(config.enabled).toBe(true);
      expect(['b', 'p', 'a']).toContain(s);
      expect(asked.filter((key) => d[key] !== 1)).toEqual([]);
      expect(now - t).toBeGreaterThanOrEqual(-300);
      expect(now - t).toBeLessThanOrEqual(expiresAfterMonths * MONTH);
      if (on.includes('documents')) expect(dv).toBe(config.versions.documentsVersion);
      if (on.includes('categories')) expect(cv).toBe(config.versions.categoriesVersion);
      if (on.includes('trackers')) expect(tv).toBe(config.versions.trackersVersion);
    });
  });

  it('C3: a refusal is never overturned', () => {
    forEveryVisit(({ config, cookie, granted, resolved }) => {
      if (!cookie) return;
      for (const key of nonRequiredKeys(config)) {
        if (!Object.hasOwn(cookie.d, key) || cookie.d[key] === 1) continue;
        expect(granted).not.toContain(key);
        expect(resolved.decisions[key]).toBe(false);
      }
    });
  });

  it('C2: Global Privacy Control switches off what respects it, but where consent is asked for', () => {
    forEveryVisit(({ config, gpc, granted }) => {
      if (!gpc) return;
      const on = granted.filter((key) => !isAsked(config, key));
      expect(on.filter((key) => categoryOf(config, key)?.respectGPC)).toEqual([]);
    });
  });

  it('another basis is on until it is refused, and changes nothing of what rests on consent', () => {
    forEveryVisit(({ config, cookie, gpc, now, granted }) => {
      if (config.jurisdiction.model !== 'opt-in' || !config.enabled) return;
      for (const { key, required, respectGPC, basis } of config.categories) {
        if (required || !basis) continue;
        const isRefused = !!cookie && Object.hasOwn(cookie.d, key) && cookie.d[key] === 0;
        expect(granted.includes(key)).toBe(!isRefused && !(gpc && respectGPC));
      }
      const everywhere = withoutPlace(config);
      const asked = resolveConsent(cookie, everywhere, { gpc, now });
      const grants = nonRequiredKeys(config).filter((key) => isGranted(asked, everywhere, key));
      const own = grants.filter((key) => isAsked(config, key));
      expect(granted.filter((key) => isAsked(config, key))).toEqual(own);
    });
  });

  it('J: Global Privacy Control changes nothing under opt-in', () => {
    forEveryVisit(({ config, cookie, now, resolved }) => {
      if (config.jurisdiction.model !== 'opt-in' || config.categories.some(({ basis }) => basis)) return;
      const other = resolveConsent(cookie, config, { gpc: !resolved.gpc, now, uuid });
      expect({ ...other, gpc: resolved.gpc }).toEqual(resolved);
    });
  });

  it('L: while the model is not known nothing is granted that any model would refuse', () => {
    forEveryVisit(({ config, cookie, gpc, now, resolved }) => {
      const awaited: PendingConfig = {
        ...withoutPlace(config),
        jurisdiction: { country: null, model: 'opt-in' },
        pending: 'model',
      };
      const before = resolveConsent(cookie, awaited, { gpc, now });
      for (const key of nonRequiredKeys(config)) {
        if (isGranted(before, awaited, key)) expect(isGranted(resolved, config, key)).toBe(true);
      }
    });
  });

  it('L: while nobody knows whether the config still holds, nothing optional is granted', () => {
    forEveryVisit(({ config, cookie, gpc, now, resolved }) => {
      const unconfirmed: PendingConfig = { ...config, pending: 'config' };
      const before = resolveConsent(cookie, unconfirmed, { gpc, now });
      expect(Object.values(before.decisions)).not.toContain(true);
      // What was decided stays known: it counts again as soon as the config is confirmed.
      expect([before.status, before.cookie]).toEqual([resolved.status, resolved.cookie]);
    });
  });

  it('C6: decisions are of the optional categories of the config, all of them and no others', () => {
    forEveryVisit(({ config, resolved }) => {
      expect(Object.keys(resolved.decisions).sort()).toEqual(nonRequiredKeys(config).sort());
      expect(Object.values(resolved.decisions).every((value) => typeof value === 'boolean')).toBe(true);
    });
  });

  it('C1: required categories are granted, unknown ones are not', () => {
    forEveryVisit(({ config, resolved }) => {
      for (const key of [...KEYS, 'unknown', '']) {
        const category = categoryOf(config, key);
        if (!category) expect(isGranted(resolved, config, key)).toBe(false);
        if (category?.required) expect(isGranted(resolved, config, key)).toBe(true);
      }
    });
  });

  it('C8: switched off, nothing optional is granted', () => {
    forEveryVisit(({ config, granted, resolved }) => {
      if (config.enabled) return;
      expect(granted).toEqual([]);
      expect(resolved.status).toBe('undecided');
    });
  });

  it('has a reason exactly when stale, and a source and time exactly when there is a decision', () => {
    forEveryVisit(({ resolved: { status, repromptReason, source, decidedAt } }) => {
      expect(repromptReason !== null).toBe(status === 'stale');
      expect(source !== null).toBe(status !== 'undecided');
      expect(decidedAt !== null).toBe(status !== 'undecided');
    });
  });

  it('C7: resolving again gives the same, and touches neither cookie nor config', () => {
    forEveryVisit(({ config, cookie, gpc, now, resolved }) => {
      const before = JSON.stringify([config, cookie]);
      const again = resolveConsent(cookie, config, { gpc, now, uuid });
      expect(again).toEqual(resolved);
      // One of tomorrow is no decision, and left out; its refusals hold none the less.
      if (cookie && !again.cookie) return;
      expect(resolveConsent(again.cookie, config, { gpc, now, uuid })).toEqual(resolved);
      expect(JSON.stringify([config, cookie])).toBe(before);
    });
  });

  it('is explained as it is: grants by rules that grant, refusals by rules that refuse', () => {
    forEveryVisit(({ config, cookie, gpc, now, resolved }) => {
      const explained = explainConsent(cookie, config, { gpc, now });
      expect(explained.status).toBe(resolved.status);
      for (const { key, granted, text } of explained.categories) {
        expect(granted).toBe(isGranted(resolved, config, key));
        const says = /^(Required|Granted by the (stored|visitor)|(.*: )?[Oo]n by default)/.test(text);
        expect([granted, text]).toEqual([says, text]);
      }
    });
  });

  it('the head of a page, which has the terms as JSON, grants what the server grants', () => {
    forEveryVisit(({ config, cookie, gpc, now, resolved }) => {
      const terms = JSON.parse(JSON.stringify(consentTerms(config)));
      const judgement = judgeConsent(cookie, terms, gpc, Number.isFinite(now) ? now : Number.NaN);
      for (const key of [...KEYS, 'unknown']) {
        expect(isCategoryGranted(judgement, terms, key)).toBe(isGranted(resolved, config, key));
      }
      expect(judgement.status).toBe(resolved.status);
      expect(!!judgement.cookie).toBe(!!resolved.cookie);
    });
  });
});

describe('whatever a visitor does', () => {
  const actions = fc.constantFrom<ConsentAction[]>(
    'accept-all',
    'reject-all',
    'withdraw',
    'save',
    'dismiss',
    'gpc',
  );
  const draft = fc.dictionary(fc.constantFrom(...KEYS), fc.boolean());
  const step = fc.record({ action: actions, draft, gpc: fc.boolean(), model: anyModel, wait: fc.nat(1000) });
  const settled = config.map((any) => ({
    ...any,
    enabled: true,
    reconsent: { on: TRIGGERS, expiresAfterMonths: 12 },
  }));

  it('C4: nothing counts under opt-in that the visitor never switched on, on any journey', () => {
    fc.assert(
      fc.property(settled, fc.array(step, { maxLength: 8 }), (config, steps) => {
        let cookie: string | null = null;
        let now = NOW;
        const switchedOn = new Set<string>();
        for (const { action, draft, gpc, model, wait } of steps) {
          now += wait;
          const here = { ...config, jurisdiction: { country: null, model } };
          const resolved = resolveConsent(cookie, here, { gpc, now, uuid });
          if (model === 'opt-in') {
            const granted = nonRequiredKeys(here).filter(
              (key) => isAsked(here, key) && isGranted(resolved, here, key),
            );
            expect(granted.filter((key) => !switchedOn.has(key))).toEqual([]);
          }
          const decision = decide(resolved, here, action, { draft, now, source: 'banner', uuid });
          if (!decision) continue;
          cookie = encodeConsentCookie(decision.cookie);
          for (const key of nonRequiredKeys(here)) {
            const isSwitched = action === 'save' && draft[key] === true && !resolved.decisions[key];
            if (action === 'accept-all' || isSwitched) switchedOn.add(key);
            if (decision.submission.decisions[key] === false) switchedOn.delete(key);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('C3: from a refusal on, nothing but an act grants, on any journey', () => {
    fc.assert(
      fc.property(settled, fc.array(step, { maxLength: 8 }), (config, steps) => {
        let cookie: string | null = null;
        let now = NOW;
        let refused: string[] = [];
        for (const { action, draft, gpc, model, wait } of steps) {
          now += wait;
          const here = { ...config, jurisdiction: { country: null, model } };
          const resolved = resolveConsent(cookie, here, { gpc, now, uuid });
          expect(refused.filter((key) => isGranted(resolved, here, key))).toEqual([]);
          const decision = decide(resolved, here, action, { draft, now, source: 'banner', uuid });
          if (!decision) continue;
          cookie = encodeConsentCookie(decision.cookie);
          const { decisions } = decision.submission;
          if (['dismiss', 'gpc'].includes(action)) {
            expect(refused.filter((key) => decisions[key])).toEqual([]);
          }
          refused = nonRequiredKeys(here).filter((key) => decisions[key] === false);
          // What is on without consent is refused or left out: kept as granted it would count where the law asks.
          const left = nonRequiredKeys(here).filter((key) => !Object.hasOwn(decisions, key));
          const isAct = ['b', 'p', 'a'].includes(`${resolved.cookie?.s}`);
          const other = nonRequiredKeys(here).filter((key) =>
            model === 'opt-in'
              ? !isAsked(here, key)
              : action === 'save' && resolved.decisions[key] && !(isAct && resolved.cookie?.d[key] === 1),
          );
          expect(left).toEqual(other.filter((key) => !refused.includes(key)));
          const after = resolveConsent(cookie, here, { gpc, now, uuid });
          expect(after.decisions).toEqual({
            ...Object.fromEntries(left.map((key) => [key, true])),
            ...decisions,
          });
          expect(after.status).toBe('decided');
        }
      }),
      { numRuns: 1000 },
    );
  });
});
