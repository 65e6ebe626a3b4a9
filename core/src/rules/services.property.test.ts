import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_ORIGIN, anyBits, anyCategory, anyModel, DAY, MONTH, NOW, uuid } from '../../tests/any-visit.ts';
import type {
  ConsentCategory,
  ConsentConfig,
  ConsentCookieV1,
  ConsentModel,
  ConsentTracker,
} from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { withBases } from './basis.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, decide } from './decide.ts';
import { isCategoryGranted, judgeConsent } from './judge.ts';
import { isGranted, nonRequiredKeys, resolveConsent } from './resolve.ts';
import { draftOf, editDraft } from './service-rules.ts';
import { consentTerms } from './terms.ts';

const CATEGORIES = ['a', 'b', 'c', 'constructor'];
const SERVICES = ['s', 't', 'u', 'v', 'w'];
const { versions } = createTestConfig();

const trackerOf = (key: string, categoryKey: string): ConsentTracker => ({
  id: `id-${key}`,
  key,
  name: key,
  categoryKey,
  kind: 'cookie-only',
});

const category = fc.record<ConsentCategory>(anyCategory(CATEGORIES));
/** Services that stand anywhere, also in a category that is not there, or that have the name of one. */
const placed = fc.record({
  key: fc.constantFrom(...SERVICES, 'a', 'toString'),
  in: fc.constantFrom(...CATEGORIES, 'gone'),
});
const config = fc
  .record({
    model: anyModel,
    granularity: fc.constantFrom('category', 'service', 'service', undefined),
    categories: fc.uniqueArray(category, { selector: ({ key }) => key }),
    placed: fc.uniqueArray(placed, { selector: ({ key }) => key }),
  })
  .map(
    ({ model, granularity, categories, placed }): ConsentConfig =>
      withServices({
        ...createTestConfig({ jurisdiction: { model } }),
        categories,
        trackers: placed.map((service) => trackerOf(service.key, service.in)),
        ...(granularity && { granularity }),
      }),
  );
const cookie = fc.record<ConsentCookieV1>({
  ...ANY_ORIGIN,
  d: anyBits([...CATEGORIES, ...SERVICES]),
  t: fc.oneof(fc.constant(NOW - DAY), fc.integer({ min: NOW - 800 * DAY, max: NOW + 600 })),
  pv: fc.constant(versions.policyVersion),
  cv: fc.constant(versions.categoriesVersion),
  tv: fc.constantFrom(versions.trackersVersion, versions.trackersVersion, 'other'),
  dv: fc.constant(versions.documentsVersion),
  x: anyBits([...SERVICES, ...CATEGORIES, 'toString']),
});

interface Visit {
  config: ConsentConfig;
  cookie: ConsentCookieV1;
  gpc: boolean;
  has: (name: string) => boolean;
  /** What holds where the cookie says nothing of services. */
  without: (name: string) => boolean;
  decisions: Record<string, boolean>;
}

function forEveryVisit(check: (visit: Visit) => void): void {
  fc.assert(
    fc.property(config, cookie, fc.boolean(), (config, cookie, gpc) => {
      const grants = (read: ConsentCookieV1) => {
        const resolved = resolveConsent(read, config, { gpc, now: NOW, uuid });
        return { resolved, has: (name: string) => isGranted(resolved, config, name) };
      };
      const { x: _, ...unnamed } = cookie;
      const { resolved, has } = grants(cookie);
      check({ config, cookie, gpc, has, without: grants(unnamed).has, decisions: resolved.decisions });
    }),
    { numRuns: 500 },
  );
}

const servicesOf = ({ services = {} }: ConsentConfig) => Object.entries(services);
const saidOf = ({ x = {} }: ConsentCookieV1, name: string) => (Object.hasOwn(x, name) ? x[name] : undefined);
const categoryOf = (config: ConsentConfig, key: string) => config.categories.find((one) => one.key === key)!;

describe('whatever the cookie says of single services', () => {
  it('C3: a service that was refused by name stays refused, whatever its category and the granularity', () => {
    forEveryVisit(({ config, cookie, has, decisions }) => {
      for (const [name] of servicesOf(config)) {
        if (saidOf(cookie, name) !== 0) continue;
        expect(has(name)).toBe(false);
        expect(decisions[name]).toBe(false);
      }
    });
  });

  it('C5: one that is added to a granted category is asked about where `reconsent.on` names trackers, and else granted with it', () => {
    const models = fc.constantFrom<ConsentModel>('opt-in', 'opt-out', 'notice');
    fc.assert(
      fc.property(models, fc.boolean(), fc.constantFrom(1, 0), (model, asksAgain, bit) => {
        const added: ConsentConfig = withServices({
          ...createTestConfig({
            jurisdiction: { model },
            reconsent: { on: asksAgain ? ['trackers'] : [] },
            versions: { ...versions, trackersVersion: 'ffffffff' },
          }),
          granularity: 'service',
          trackers: ['old', 'new'].map((key) => trackerOf(key, 'analytics')),
        });
        const decided: ConsentCookieV1 = {
          v: 1,
          id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
          t: NOW - DAY,
          s: 'p',
          j: 'in',
          pv: versions.policyVersion,
          cv: versions.categoriesVersion,
          tv: versions.trackersVersion,
          dv: versions.documentsVersion,
          d: { analytics: bit },
          x: { old: bit },
        };
        const resolved = resolveConsent(decided, added, { now: () => NOW });
        expect(resolved.status).toBe(asksAgain ? 'stale' : 'decided');
        const holds = bit === 1 && (model !== 'opt-in' || !asksAgain);
        expect(isGranted(resolved, added, 'new')).toBe(holds);
      }),
    );
  });

  it('a service of which nothing was said has what its category has', () => {
    forEveryVisit(({ config, cookie, has }) => {
      for (const [name, key] of servicesOf(config)) {
        if (saidOf(cookie, name) === undefined) expect(has(name)).toBe(has(key));
      }
    });
  });

  it('C1, C4, C5: under opt-in a service is granted alone by a current act only, and where services are decided on', () => {
    forEveryVisit(({ config, cookie, has }) => {
      if (config.jurisdiction.model !== 'opt-in') return;
      for (const [name, key] of servicesOf(config)) {
        if (!has(name) || has(key)) continue;
        expect(saidOf(cookie, name)).toBe(1);
        expect(config.granularity).toBe('service');
        expect(['b', 'p', 'a']).toContain(cookie.s);
        expect(cookie.tv).toBe(versions.trackersVersion);
        expect(NOW - cookie.t).toBeLessThanOrEqual(12 * MONTH);
      }
    });
  });

  it('C2: Global Privacy Control switches off the services of what respects it, but under opt-in', () => {
    forEveryVisit(({ config, gpc, has }) => {
      if (!gpc || config.jurisdiction.model === 'opt-in') return;
      for (const [name, key] of servicesOf(config)) {
        const { respectGPC, required } = categoryOf(config, key);
        if (respectGPC && !required) expect(has(name)).toBe(false);
      }
    });
  });

  it('where visitors decide on categories, a grant of a single service counts for nothing', () => {
    forEveryVisit(({ config, cookie, has, without }) => {
      if (config.granularity === 'service') return;
      for (const [name] of servicesOf(config)) {
        if (saidOf(cookie, name) === 1) expect(has(name)).toBe(without(name));
      }
    });
  });

  it('no category is granted by it, and nothing that is not there', () => {
    forEveryVisit(({ config, has, without }) => {
      for (const { key } of config.categories) expect(has(key)).toBe(without(key));
      for (const name of [...SERVICES, 'gone', '']) {
        if (!config.services || !Object.hasOwn(config.services, name)) expect(has(name)).toBe(false);
      }
    });
  });

  it('C6: what was decided is of the optional categories, and of services of the config', () => {
    forEveryVisit(({ config, cookie, decisions }) => {
      const allowed = [...nonRequiredKeys(config), ...Object.keys(config.services ?? {})];
      expect(Object.keys(decisions).filter((key) => !allowed.includes(key))).toEqual([]);
      for (const key of nonRequiredKeys(config)) expect(typeof decisions[key]).toBe('boolean');
      for (const name of Object.keys(config.services ?? {})) {
        if (saidOf(cookie, name) === undefined) expect(Object.hasOwn(decisions, name)).toBe(false);
      }
    });
  });

  it('the head of a page grants no service that the store does not, and knows those of which nothing was said', () => {
    forEveryVisit(({ config, cookie, gpc, has, without }) => {
      const terms = JSON.parse(JSON.stringify(consentTerms(config)));
      const judged = judgeConsent(cookie, terms, gpc, NOW);
      for (const name of [...CATEGORIES, ...SERVICES]) {
        expect(isCategoryGranted(judged, terms, name)).toBe(without(name));
        // Where something was, it leaves services to the store.
        const { services: _, ...rest } = terms;
        if (isCategoryGranted(judged, rest, name)) expect(has(name)).toBe(true);
      }
    });
  });
});

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
      before: (name: string) => boolean;
      after: (name: string) => boolean;
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
            const seen = decide(resolved, config, 'save', { draft: editDraft(draft, name, on, config) });
            if (seen) draft = draftOf(seen.submission);
          }
          const made = decide(resolved, config, step.action, { draft, now, uuid });
          if (!made) continue;
          cookie = encodeConsentCookie(made.cookie);
          const next = resolveConsent(cookie, config, options);
          const after = (name: string) => isGranted(next, config, name);
          check({ config, before, after, made, step, refused });
          refused = Object.entries(made.cookie.x ?? {}).flatMap(([name, bit]) => (bit ? [] : [name]));
        }
      }),
      { numRuns: 500 },
    );
  }

  it('C3: what was refused by name is granted by nothing but an act about it, its category or all', () => {
    forEveryJourney(({ config, after, step, refused, made }) => {
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
        expect(after(name)).toBe(false);
        // It is kept while nothing else refuses it: also where it is away.
        const category = key === undefined ? undefined : categoryOf(config, key);
        if (!category || category.required) expect(made.cookie.x?.[name]).toBe(0);
      }
    });
  });

  it('a reader that knows categories alone takes no service for granted that is refused', () => {
    forEveryJourney(({ config, after, made, step, refused }) => {
      if (step.granularity !== 'service') return;
      for (const [name, key] of servicesOf(config)) {
        // One that was refused elsewhere may have come into what is granted: of that such a reader cannot know.
        if (refused.includes(name) || step.gpc) continue;
        if (made.cookie.d[key] === 1) expect(after(name)).toBe(true);
      }
    });
  });

  it('what is saved is what is granted, and is kept as the cookie that is read again', () => {
    forEveryJourney(({ config, after, made }) => {
      expect(decodeConsentCookie(encodeConsentCookie(made.cookie))).toEqual(made.cookie);
      const { decisions, services = {} } = made.submission;
      const bits = Object.entries(services).map(([name, granted]) => [name, granted ? 1 : 0]);
      expect(Object.entries(made.cookie.x ?? {})).toEqual(bits);
      const ofModel = config.jurisdiction.model === 'opt-in' ? ['b', 'p', 'a'].includes(made.cookie.s) : true;
      if (!ofModel) return;
      for (const [name, key] of servicesOf(config)) {
        const { required } = categoryOf(config, key);
        const said = services[name] ?? (required || decisions[key]);
        if (said === false) expect(after(name)).toBe(false);
        if (said && config.granularity === 'service') expect(after(name)).toBe(true);
      }
    });
  });

  it('C9: to refuse all grants nothing, and to accept all grants all that no signal forbids', () => {
    forEveryJourney(({ config, after, step }) => {
      for (const [name, key] of servicesOf(config)) {
        const { required, respectGPC } = categoryOf(config, key);
        if (['reject-all', 'withdraw'].includes(step.action) && !required) expect(after(name)).toBe(false);
        const isForbidden = step.gpc && respectGPC && step.model !== 'opt-in' && !required;
        if (step.action === 'accept-all') expect(after(name)).toBe(!isForbidden);
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
