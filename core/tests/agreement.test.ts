import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentCookieV1, ConsentModel, ConsentSource } from '../src/contract/config.ts';
import { createTestConfig } from '../src/contract/default-config.ts';
import { memoryStorage } from '../src/page/storage.ts';
import { createConsentStore } from '../src/page/store.ts';
import { cookieFor, encodeConsentCookie } from '../src/rules/cookie.ts';
import { isGranted, resolveConsent } from '../src/rules/resolve.ts';

const NOW = 1_790_000_000;
const YEAR = 365 * 86_400;
const models: ConsentModel[] = ['opt-in', 'opt-out', 'notice', 'none'];
const sources: ConsentSource[] = ['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit'];
const keys = ['functional', 'analytics', 'marketing', 'extra'];

const configs: fc.Arbitrary<ConsentConfig> = fc
  .record({
    enabled: fc.boolean(),
    model: fc.constantFrom(...models),
    optional: fc.subarray(keys),
    gpc: fc.subarray(keys),
    on: fc.subarray(keys),
    reconsent: fc.subarray(['documents', 'categories', 'trackers'] as const),
    version: fc.constantFrom('00000000', '11111111'),
  })
  .map(({ enabled, model, optional, gpc, on, reconsent, version }) => {
    const config = createTestConfig({
      enabled,
      jurisdiction: { country: null, model },
      reconsent: { on: [...reconsent] },
      versions: { documentsVersion: version },
    });
    const [necessary] = config.categories;
    const category = (key: string) => ({
      ...necessary!,
      key,
      required: false,
      respectGPC: gpc.includes(key),
      defaultInOptOut: on.includes(key),
    });
    return { ...config, categories: [necessary!, ...optional.map(category)] };
  });

const cookies: fc.Arbitrary<ConsentCookieV1 | null> = fc.option(
  fc
    .record({
      decisions: fc.dictionary(fc.constantFrom(...keys), fc.boolean()),
      model: fc.constantFrom(...models),
      source: fc.constantFrom(...sources),
      age: fc.integer({ min: -600, max: 2 * YEAR }),
      version: fc.constantFrom('00000000', '11111111'),
    })
    .map(({ decisions, model, source, age, version }) =>
      cookieFor({
        consentId: '11111111-1111-4111-8111-111111111111',
        decisions,
        versions: createTestConfig({ versions: { documentsVersion: version } }).versions,
        model,
        source,
        decidedAt: NOW - age,
      }),
    ),
);

type Act = (store: ReturnType<typeof createConsentStore>, clock: { time: number }) => void;
const acts: fc.Arbitrary<Act> = fc.oneof(
  ...(['acceptAll', 'rejectAll', 'withdraw', 'save', 'dismiss', 'open', 'close', 'refresh'] as const).map(
    (name) => fc.constant<Act>((store) => store[name]()),
  ),
  fc.constantFrom(...keys, 'necessary').map<Act>((key) => (store) => store.toggle(key)),
  fc.integer({ min: 0, max: YEAR }).map<Act>((seconds) => (_, clock) => {
    clock.time += seconds;
  }),
);

const runs = fc.record({
  config: configs,
  cookie: cookies,
  gpc: fc.boolean(),
  steps: fc.array(acts, { maxLength: 12 }),
});

describe('server and page', () => {
  it('law 1: agree on what is granted after any history, and the cookie alone carries it', () => {
    fc.assert(
      fc.property(runs, ({ config, cookie, gpc, steps }) => {
        const clock = { time: NOW };
        const storage = memoryStorage(cookie && encodeConsentCookie(cookie));
        const store = createConsentStore({ config, storage, gpc, now: () => clock.time });
        for (const step of steps) step(store, clock);
        store.refresh();
        const server = resolveConsent(storage.value, config, { gpc, now: clock.time });
        const state = store.getState();
        for (const key of ['necessary', ...keys]) expect(store.has(key)).toBe(isGranted(server, config, key));
        expect([state.status, state.decisions, state.repromptReason, state.source, state.decidedAt]).toEqual([
          server.status,
          server.decisions,
          server.repromptReason,
          server.source,
          server.decidedAt,
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('C7: without an act, nothing is ever written, except the signal once (C11)', () => {
    fc.assert(
      fc.property(
        configs,
        cookies,
        fc.boolean(),
        fc.integer({ min: 0, max: YEAR }),
        (config, cookie, gpc, wait) => {
          const clock = { time: NOW };
          const before = cookie && encodeConsentCookie(cookie);
          const storage = memoryStorage(before);
          const store = createConsentStore({ config, storage, gpc, now: () => clock.time });
          clock.time += wait;
          store.refresh();
          store.open();
          store.toggle('analytics');
          store.close();
          const signal = gpc && config.enabled && config.jurisdiction.model === 'opt-out';
          if (!signal) expect(storage.value).toBe(before);
          else
            expect([before, 'g']).toContainEqual(
              storage.value === before ? before : store.getState().source?.[0],
            );
        },
      ),
    );
  });

  it('C1, C3: under opt-in nothing is granted that the visitor did not grant here, and no refusal is overturned', () => {
    const passive = fc.constantFrom('dismiss', 'close', 'refresh', 'open', 'rejectAll', 'withdraw');
    fc.assert(
      fc.property(configs, cookies, fc.boolean(), fc.array(passive), (config, cookie, gpc, names) => {
        const storage = memoryStorage(cookie && encodeConsentCookie(cookie));
        const store = createConsentStore({ config, storage, gpc, now: () => NOW });
        for (const name of names) store[name as 'refresh']();
        for (const key of keys) {
          const stored = cookie && NOW - cookie.t >= -300 ? cookie.d[key] : undefined;
          if (stored === 0) expect(store.has(key)).toBe(false);
          const act = stored === 1 && /[bpa]/.test(cookie!.s);
          if (config.jurisdiction.model === 'opt-in' && !act) expect(store.has(key)).toBe(false);
        }
      }),
    );
  });
});
