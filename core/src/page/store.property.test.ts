import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentDecisions } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
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

/** Stores of one visitor, who chooses in one or the other. */
function visitor(stores: number) {
  const storage = memoryStorage();
  const clock = { time: START };
  const config = createTestConfig();
  const opened = Array.from({ length: stores }, () =>
    createConsentStore({ config, storage, gpc: false, now: () => clock.time }),
  );
  const values: (string | null)[] = [];
  return {
    storage,
    opened,
    values,
    choose(at: number, made: ConsentDecisions, seconds: number) {
      clock.time += seconds;
      const store = opened[at % stores]!;
      for (const key of KEYS) store.toggle(key, made[key]);
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
            last = { store: choose(step.store, step.decisions, step.seconds), decisions: step.decisions };
          } else if (values.length) storage.write(values[step.answerTo % values.length]!);
          for (const key of KEYS) if (last?.decisions[key] === false) expect(last.store.has(key)).toBe(false);
        }
      }),
    );
  });

  it('L, C3: holds in the cookie too where one store decides and one second follows the other', () => {
    fc.assert(
      fc.property(
        fc.array(decisions, { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 15 }),
        (made, late) => {
          const { storage, values, choose } = visitor(1);
          for (const each of made) choose(0, each, 1);
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
        for (const [at, all] of choices) choose(at, Object.fromEntries(KEYS.map((key) => [key, all])), 0);
        for (const store of opened) store.refresh();
        expect(new Set(opened.map((store) => JSON.stringify(store.getState().decisions))).size).toBe(1);
      }),
    );
  });
});
