import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentDecisions } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { withBases } from '../rules/basis.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

const START = 1_790_000_000;
const KEYS = ['functional', 'analytics', 'marketing'];

const decisions = fc.record({ functional: fc.boolean(), analytics: fc.boolean(), marketing: fc.boolean() });
/** Which store decides what, and how many seconds the clock has moved by then, also back. */
const choice = fc.record({
  store: fc.nat(2),
  decisions,
  seconds: fc.oneof(fc.constant(0), fc.integer({ min: -100, max: 100 })),
});
/** An answer that comes late: it sets the cookie of a decision that was made before. */
const lateAnswer = fc.record({ answerTo: fc.nat() });
const steps = fc.array(fc.oneof(choice, lateAnswer), { maxLength: 40 });

/** Analytics is on without consent, and visitors decide on single services of it and of what is granted. */
function finely(): ConsentConfig {
  const config = createTestConfig();
  const services = { counter: 'analytics', heatmap: 'analytics', map: 'functional', player: 'functional' };
  const trackers = Object.entries(services).map(([key, categoryKey]) => ({
    id: key,
    key,
    name: key,
    categoryKey,
    kind: 'cookie-only' as const,
  }));
  const categories = withBases(config.categories, { analytics: 'exempt' });
  return withServices({ ...config, categories, trackers, granularity: 'service' });
}
const NAMES = [...KEYS, 'counter', 'heatmap', 'map', 'player'];
const switches = fc.record({
  store: fc.nat(2),
  toggles: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.boolean()), { maxLength: 4 }),
});
/** An answer to an earlier record that comes so many times. */
const answers = fc.record({ answerTo: fc.nat(), times: fc.integer({ min: 1, max: 30 }) });

/** Stores of one visitor, who chooses in one or the other. */
function visitor(stores: number, config = createTestConfig()) {
  const storage = memoryStorage();
  const clock = { time: START };
  const opened = Array.from({ length: stores }, () =>
    createConsentStore({ config, storage, gpc: false, now: () => clock.time }),
  );
  const values: (string | null)[] = [];
  return {
    storage,
    opened,
    values,
    choose(at: number, made: readonly [name: string, on: boolean][], seconds: number) {
      clock.time += seconds;
      const store = opened[at % stores]!;
      for (const [name, on] of made) store.toggle(name, on);
      store.save();
      values.push(storage.value);
      return store;
    },
  };
}

describe('a refusal', () => {
  it('L, C3: is undone by no answer that comes late, however many come, wherever the clock went', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3 }), (taken, stores) => {
        const { storage, values, choose } = visitor(stores);
        let last: { store: ReturnType<typeof choose>; decisions: ConsentDecisions } | undefined;
        for (const step of taken) {
          if ('decisions' in step) {
            const store = choose(step.store, Object.entries(step.decisions), step.seconds);
            last = { store, decisions: step.decisions };
          } else if (values.length) storage.write(values[step.answerTo % values.length]!);
          for (const key of KEYS) if (last?.decisions[key] === false) expect(last.store.has(key)).toBe(false);
        }
      }),
    );
  });

  it('L, C3: is undone by none where it is of a service, or of what is on without consent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(switches, answers), { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        (taken, stores) => {
          const { storage, values, choose } = visitor(stores, finely());
          let last: { store: ReturnType<typeof choose>; off: string[] } | undefined;
          for (const step of taken) {
            if ('toggles' in step) {
              const store = choose(step.store, step.toggles, 1);
              last = { store, off: NAMES.filter((name) => !store.has(name)) };
            } else if (values.length) {
              const answer = values[step.answerTo % values.length]!;
              for (let times = 0; times < step.times; times++) storage.write(answer);
            }
            expect(last?.off.filter((name) => last!.store.has(name)) ?? []).toEqual([]);
          }
        },
      ),
    );
  });

  it('L, C3: holds in the cookie too where one store decides and one second follows the other', () => {
    fc.assert(
      fc.property(
        fc.array(decisions, { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 15 }),
        (made, late) => {
          const { storage, values, choose } = visitor(1);
          for (const each of made) choose(0, Object.entries(each), 1);
          const newest = storage.value;
          for (const answer of late) storage.write(values[answer % values.length]!);
          expect(storage.value).toBe(newest);
        },
      ),
    );
  });

  it('leaves stores that decide in one second with an end, and all but the undecided with one view', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.boolean()), { maxLength: 20 }), (choices) => {
        const { opened, choose } = visitor(3);
        for (const [at, all] of choices)
          choose(
            at,
            KEYS.map((key) => [key, all]),
            0,
          );
        for (const store of opened) store.refresh();
        expect(new Set(opened.map((store) => JSON.stringify(store.getState().decisions))).size).toBe(1);
      }),
    );
  });
});
