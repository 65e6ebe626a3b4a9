import { describe, expect, it } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

interface Question {
  answer(value: string): void;
  fail(): void;
}

/** A cache whose questions are answered by the test, at a time that the test sets. */
function slowCache(patienceMs = 50) {
  const questions: Question[] = [];
  const clock = { time: 1 };
  const cache = createSharedAnswers<{ value: string }, null>({
    max: 10,
    freshMs: 1000,
    patienceMs,
    now: () => clock.time,
    ask: () =>
      new Promise((resolve, reject) => {
        questions.push({
          answer: (value) => resolve({ value }),
          fail: () => reject(new Error('away')),
        });
      }),
  });
  return { cache, questions, clock };
}

describe('answers that requests share', () => {
  it('are asked for once, and in the background once they are no longer fresh', async () => {
    const { cache, questions, clock } = slowCache();
    const both = Promise.all([cache.fetch('a', null), cache.fetch('a', null)]);
    questions[0]!.answer('first');
    expect(await both).toEqual([{ value: 'first' }, { value: 'first' }]);
    clock.time += 1001;
    expect(await cache.fetch('a', null)).toEqual({ value: 'first' });
    questions[1]!.answer('second');
    await expect.poll(() => cache.kept('a')).toEqual({ value: 'second' });
    expect(questions).toHaveLength(2);
  });

  it('are waited for where nobody has asked for them in long, and stay what they were where that fails', async () => {
    const { cache, questions, clock } = slowCache();
    const first = cache.fetch('a', null);
    questions[0]!.answer('first');
    await first;
    clock.time += 301_000;
    const second = cache.fetch('a', null);
    questions[1]!.answer('second');
    expect(await second).toEqual({ value: 'second' });
    clock.time += 301_000;
    const third = cache.fetch('a', null);
    questions[2]!.fail();
    expect(await third).toEqual({ value: 'second' });
  });

  it('stay what they were where asking fails', async () => {
    const { cache, questions, clock } = slowCache();
    const first = cache.fetch('a', null);
    questions[0]!.answer('first');
    await first;
    clock.time += 1001;
    const anew = cache.fetch('a', null, true);
    questions[1]!.fail();
    expect(await anew).toEqual({ value: 'first' });
    const never = cache.fetch('b', null);
    questions[2]!.fail();
    await expect(never).rejects.toThrow('away');
  });

  it('are not waited for without end where a runtime has stopped what another request had begun', async () => {
    const { cache, questions } = slowCache();
    await expect(cache.fetch('a', null)).rejects.toThrow('was not answered');
    const second = cache.fetch('a', null);
    questions[1]!.answer('second');
    expect(await second).toEqual({ value: 'second' });
  });

  it('are waited for by a visitor where the background does not bring them', async () => {
    const { cache, questions, clock } = slowCache();
    const first = cache.fetch('a', null);
    questions[0]!.answer('first');
    await first;
    clock.time += 1001;
    expect(await cache.fetch('a', null)).toEqual({ value: 'first' });
    clock.time += 51;
    const third = cache.fetch('a', null);
    await expect.poll(() => questions.length).toBe(3);
    questions[2]!.answer('third');
    expect(await third).toEqual({ value: 'third' });
  });

  it('stay what they were where nobody answers', async () => {
    const { cache, questions, clock } = slowCache();
    const first = cache.fetch('a', null);
    questions[0]!.answer('first');
    await first;
    clock.time += 1001;
    expect(await cache.fetch('a', null, true)).toEqual({ value: 'first' });
    expect(questions).toHaveLength(2);
  });
});
