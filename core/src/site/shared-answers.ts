import { keepAlive } from './background-work.ts';

/** How much is kept of what visitors can make up, such as languages: a site has far fewer. */
const MOST = 100;

/**
 * How long an answer that is no longer fresh may still be served while it is asked for, in milliseconds: as long as shared caches keep a
 * configuration. What was not asked for in so long may name a law, or a tracker, that is no more.
 */
const ONCE_MORE_MS = 300_000;

/** Keeps what was made, and lets go of what was made longest ago when there is too much. */
export function keepNewest<Key, Made>(kept: Map<Key, Made>, key: Key, made: Made, most = MOST): Made {
  kept.delete(key);
  if (kept.size >= most) kept.delete(kept.keys().next().value as Key);
  kept.set(key, made);
  return made;
}

export interface SharedAnswersOptions<Value extends object, Context> {
  /** How many answers are kept. */
  max: number;
  /** How long an answer is served without asking again, in milliseconds. */
  freshMs: number;
  /** How long one that is under way is waited for, in milliseconds: longer than it takes where nothing goes wrong. */
  patienceMs: number;
  /** A monotonic clock, in milliseconds. */
  now?: (() => number) | undefined;
  /** @param stale what is kept and no longer fresh. */
  ask(key: string, stale: Value | undefined, context: Context): Promise<Value>;
}

export interface SharedAnswers<Value extends object, Context> {
  /** What is kept, fresh or not. */
  kept(key: string): Value | undefined;
  /**
   * What is kept, or where nothing is, what is asked for once for all who want it. What is no longer fresh is served
   * once more and asked for in the background; where it is older, and with `anew`, the answer is waited for.
   *
   * @throws when the question failed and nothing is kept, and when it stays without an answer.
   */
  fetch(key: string, context: Context, anew?: boolean): Promise<Value>;
}

interface Question<Value> {
  answer: Promise<Value>;
  since: number;
}

/**
 * Answers that many requests share. A runtime on the edge may end what a request has begun when its visitor leaves,
 * without any error: nobody waits for that longer than `patienceMs`, and who comes next asks again.
 */
export function createSharedAnswers<Value extends object, Context>(
  options: SharedAnswersOptions<Value, Context>,
): SharedAnswers<Value, Context> {
  const { max, freshMs, patienceMs, now = () => performance.now(), ask } = options;
  const kept = new Map<string, { value: Value; at: number }>();
  const open = new Map<string, Question<Value>>();

  function begin(key: string, context: Context): Question<Value> {
    const answer = ask(key, kept.get(key)?.value, context);
    const question = { answer, since: now() };
    open.set(key, question);
    const done = answer.then(
      (value) => {
        // One that was given up for lost is not to put its older answer over a newer one's.
        if ((open.get(key) ?? question) === question) keepNewest(kept, key, { value, at: now() }, max);
      },
      () => {},
    );
    keepAlive(done.finally(() => close(key, question)));
    return question;
  }

  function close(key: string, question: Question<Value>): void {
    if (open.get(key) === question) open.delete(key);
  }

  async function wait(key: string, question: Question<Value>): Promise<Value> {
    const held = kept.get(key);
    try {
      const value = await within(patienceMs, question.answer);
      if (value) return value;
      close(key, question);
    } catch (error) {
      if (!held) throw error;
    }
    if (held) return held.value;
    throw new Error('what another request had asked for was not answered');
  }

  return {
    kept: (key) => kept.get(key)?.value,
    async fetch(key, context, anew = false) {
      const held = kept.get(key);
      const age = held && !anew ? now() - held.at : Number.POSITIVE_INFINITY;
      if (held && age < freshMs) return held.value;
      const under = open.get(key);
      const isLost = under !== undefined && now() - under.since > patienceMs;
      const question = under && !isLost ? under : begin(key, context);
      // What the background did not bring, a visitor waits for: else it would stay as old as it is.
      return held && !isLost && age < freshMs + ONCE_MORE_MS ? held.value : wait(key, question);
    },
  };
}

/** Undefined where it takes longer. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
