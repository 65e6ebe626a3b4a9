import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryOf, SERVICES, servicesOf, trackerOf } from '../../tests/any-services.ts';
import { ANY_ORIGIN, anyBits, anyCategory, anyModel, DAY, MONTH, NOW, uuid } from '../../tests/any-visit.ts';
import type { ConsentCategory, ConsentConfig, ConsentCookieV1, ConsentModel } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { isCategoryGranted, judgeConsent } from './judge.ts';
import { isGranted, nonRequiredKeys, resolveConsent } from './resolve.ts';
import { consentTerms } from './terms.ts';

const CATEGORIES = ['a', 'b', 'c', 'constructor'];
const { versions } = createTestConfig();

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

const saidOf = ({ x = {} }: ConsentCookieV1, name: string) => (Object.hasOwn(x, name) ? x[name] : undefined);

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
