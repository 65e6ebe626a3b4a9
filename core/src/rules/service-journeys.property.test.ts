import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryOf, SERVICES, servicesOf, trackerOf } from '../../tests/any-services.ts';
import { anyModel, NOW, uuid } from '../../tests/any-visit.ts';
import type { ConsentConfig, ConsentModel } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, decide } from './decide.ts';
import { isGranted, resolveConsent } from './resolve.ts';
import { draftOf, editDraft } from './service-rules.ts';

describe('whatever a visitor does about services', () => {
  type Step = {
    toggles: [name: string, on: boolean][];
    action: ConsentAction;
    gpc: boolean;
    /** What editors do meanwhile: where each service stands, which of them are away, and what else changes. */
    model: ConsentModel;
    granularity: 'category' | 'service';
    places: string[];
    away: string[];
    required: string[];
    wait: number;
  };
  const step: fc.Arbitrary<Step> = fc.record({
    toggles: fc.array(fc.tuple(fc.constantFrom(...SERVICES, 'a', 'b', 'c'), fc.boolean()), { maxLength: 4 }),
    action: fc.constantFrom<ConsentAction[]>(
      'save',
      'save',
      'save',
      'accept-all',
      'reject-all',
      'withdraw',
      'dismiss',
      'gpc',
    ),
    gpc: fc.boolean(),
    model: anyModel,
    granularity: fc.constantFrom('category', 'service', 'service'),
    places: fc.array(fc.constantFrom('a', 'b', 'c'), {
      minLength: SERVICES.length,
      maxLength: SERVICES.length,
    }),
    away: fc.subarray(SERVICES),
    required: fc.subarray(['a', 'b', 'c']),
    wait: fc.nat(1000),
  });
  const configOf = ({ model, granularity, places, away, required }: Omit<Step, 'toggles' | 'action'>) =>
    withServices({
      ...createTestConfig({ jurisdiction: { model }, reconsent: { on: [] } }),
      granularity,
      categories: ['a', 'b', 'c'].map((key) => ({
        ...createTestConfig().categories[1]!,
        key,
        required: required.includes(key),
        respectGPC: key === 'c',
      })),
      trackers: SERVICES.flatMap((name, at) => (away.includes(name) ? [] : [trackerOf(name, places[at]!)])),
    });

  /** A visitor on a journey through everything that editors may do; `check` sees each decision. */
  function forEveryJourney(
    check: (at: {
      config: ConsentConfig;
      /** What was stored before. */
      cookie: string | null;
      before: (name: string) => boolean;
      isGrantedNow: (name: string) => boolean;
      made: NonNullable<ReturnType<typeof decide>>;
      step: Step;
      refused: string[];
    }) => void,
  ): void {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let cookie: string | null = null;
        let now = NOW;
        let refused: string[] = [];
        for (const step of steps) {
          now += step.wait;
          const config = configOf(step);
          const options = { gpc: step.gpc, now, uuid };
          const resolved = resolveConsent(cookie, config, options);
          const before = (name: string) => isGranted(resolved, config, name);
          expect(refused.filter(before)).toEqual([]);
          let draft = resolved.decisions;
          for (const [name, on] of step.toggles) {
            const edited = editDraft(draft, name, on, config);
            const seen = decide(resolved, config, 'save', { draft: edited });
            if (seen) draft = { ...edited, ...draftOf(seen.submission) };
          }
          const made = decide(resolved, config, step.action, { draft, now, uuid });
          if (!made) continue;
          const next = resolveConsent(made.cookie, config, options);
          const isGrantedNow = (name: string) => isGranted(next, config, name);
          check({ config, cookie, before, isGrantedNow, made, step, refused });
          cookie = encodeConsentCookie(made.cookie);
          refused = Object.entries(made.cookie.x ?? {}).flatMap(([name, bit]) => (bit ? [] : [name]));
        }
      }),
      { numRuns: 500 },
    );
  }

  it('C3: what was refused by name is granted by nothing but an act about it, its category or all', () => {
    forEveryJourney(({ config, isGrantedNow, step, refused, made }) => {
      const { action, toggles } = step;
      for (const name of refused) {
        const key = config.services?.[name];
        const switched = toggles.some(([toggled, on]) => on && (toggled === name || toggled === key));
        // By category a switch of any service of it is the switch of all.
        const ofSame = toggles.some(([toggled, on]) => on && config.services?.[toggled] === key);
        const asked =
          (action === 'accept-all' && key !== undefined) ||
          (action === 'save' && key !== undefined && (switched || ofSame));
        if (asked) continue;
        expect(isGrantedNow(name)).toBe(false);
        // It is kept while nothing else refuses it: also where it is away.
        const category = key === undefined ? undefined : categoryOf(config, key);
        if (!category || category.required) expect(made.cookie.x?.[name]).toBe(0);
      }
    });
  });

  it('a reader that knows categories alone takes no service for granted that is refused', () => {
    forEveryJourney(({ config, isGrantedNow, made, step, refused }) => {
      if (step.granularity !== 'service') return;
      for (const [name, key] of servicesOf(config)) {
        // One that was refused elsewhere may have come into what is granted: of that such a reader cannot know.
        if (refused.includes(name) || step.gpc) continue;
        if (made.cookie.d[key] === 1) expect(isGrantedNow(name)).toBe(true);
      }
    });
  });

  it('what is saved is what is granted, and is kept as the cookie that is read again', () => {
    forEveryJourney(({ config, isGrantedNow, made }) => {
      expect(decodeConsentCookie(encodeConsentCookie(made.cookie))).toEqual(made.cookie);
      const { decisions, services = {} } = made.submission;
      const bits = Object.entries(services).map(([name, granted]) => [name, granted ? 1 : 0]);
      expect(Object.entries(made.cookie.x ?? {})).toEqual(bits);
      const ofModel = config.jurisdiction.model === 'opt-in' ? ['b', 'p', 'a'].includes(made.cookie.s) : true;
      if (!ofModel) return;
      for (const [name, key] of servicesOf(config)) {
        const { required } = categoryOf(config, key);
        const said = services[name] ?? (required || decisions[key]);
        if (said === false) expect(isGrantedNow(name)).toBe(false);
        if (said && config.granularity === 'service') expect(isGrantedNow(name)).toBe(true);
      }
    });
  });

  it('C4: to save what was left on grants nothing more where the law asks', () => {
    forEveryJourney(({ config, cookie, made, step: { action, toggles } }) => {
      if (action !== 'save' || toggles.some(([, on]) => on)) return;
      const asking = { ...config, jurisdiction: { country: null, model: 'opt-in' as const } };
      const names = servicesOf(config).filter(([, key]) => !categoryOf(config, key).required);
      const grantedBy = (read: typeof cookie) => {
        const there = resolveConsent(read, asking, { now: made.cookie.t, uuid });
        return names.map(([name]) => name).filter((name) => isGranted(there, asking, name));
      };
      const before = grantedBy(cookie);
      expect(grantedBy(encodeConsentCookie(made.cookie)).filter((name) => !before.includes(name))).toEqual(
        [],
      );
    });
  });

  it('C9: to refuse all grants nothing, and to accept all grants all that no signal forbids', () => {
    forEveryJourney(({ config, isGrantedNow, step }) => {
      for (const [name, key] of servicesOf(config)) {
        const { required, respectGPC } = categoryOf(config, key);
        if (['reject-all', 'withdraw'].includes(step.action) && !required)
          expect(isGrantedNow(name)).toBe(false);
        const isForbidden = step.gpc && respectGPC && step.model !== 'opt-in' && !required;
        if (step.action === 'accept-all') expect(isGrantedNow(name)).toBe(!isForbidden);
      }
    });
  });
});

describe('a draft', () => {
  const services = { s: 'a', t: 'a', u: 'a', v: 'b' };
  const at = {
    categories: ['a', 'b'].map((key) => ({ ...createTestConfig().categories[1]!, key })),
    services,
    granularity: 'service' as const,
    jurisdiction: { country: 'DE', model: 'opt-in' as const },
  };
  const toggles = fc.array(fc.tuple(fc.constantFrom('a', 'b', 's', 't', 'u', 'v'), fc.boolean()), {
    maxLength: 8,
  });

  it('has each switch as it was set last, and a category on only where all of its services are', () => {
    fc.assert(
      fc.property(fc.boolean(), toggles, (all, toggles) => {
        let draft: Record<string, boolean> = { a: all, b: all };
        const expected: Record<string, boolean> = { s: all, t: all, u: all, v: all };
        for (const [name, on] of toggles) {
          draft = editDraft(draft, name, on, at);
          for (const [service, key] of Object.entries(services)) {
            if (name === service || name === key) expected[service] = on;
          }
          for (const [service, key] of Object.entries(services)) {
            expect(draft[service] ?? draft[key]).toBe(expected[service]);
          }
          for (const key of ['a', 'b']) {
            const below = Object.keys(services).filter((one) => services[one as 's'] === key);
            expect(draft[key]).toBe(below.every((one) => expected[one]));
            // Exceptions only.
            const isMixed = below.some((one) => expected[one]) && !draft[key];
            expect(below.filter((one) => one in draft)).toEqual(isMixed ? below : []);
          }
        }
      }),
    );
  });
});
