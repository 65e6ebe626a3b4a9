import { LRUCache } from 'lru-cache';
import { keepAlive } from './keep-alive.ts';

export interface SharedCacheOptions<Value extends object, Context> {
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

export interface SharedCache<Value extends object, Context> {
  /** What is kept, fresh or not. */
  kept(key: string): Value | undefined;
  /**
   * What is kept, or where nothing is, what is asked for once for all who want it. What is no longer fresh is served
   * once more and asked for in the background; with `anew` the answer is waited for.
   *
   * @throws when the question failed and nothing is kept, and when it stays without an answer.
   */
  fetch(key: string, context: Context, anew?: boolean): Promise<Value>;
}

/**
 * Answers that many requests share. A runtime on the edge may end what a request has begun when its visitor leaves,
 * without any error: nobody waits for that longer than `patienceMs`, and who comes next asks again.
 */
export function createSharedCache<Value extends object, Context>(
  options: SharedCacheOptions<Value, Context>,
): SharedCache<Value, Context> {
  const { max, freshMs, patienceMs, now = () => performance.now(), ask } = options;
  const begun = new Map<string, number>();

  const answers = new LRUCache<string, Value, { asker: Context }>({
    max,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (key, stale, { context }) => {
      const start = now();
      begun.set(key, start);
      const work = ask(key, stale, context.asker).finally(() => {
        if (begun.get(key) === start) begun.delete(key);
      });
      keepAlive(work);
      return work;
    },
  });

  /** What was begun for it never ends: what is kept is the answer, until it is asked for again. */
  function abandon(key: string): Value | undefined {
    begun.delete(key);
    const stale = answers.peek(key);
    if (stale) answers.set(key, stale, { ttl: 1 });
    else answers.delete(key);
    return stale;
  }

  return {
    kept: (key) => answers.get(key),
    async fetch(key, context, anew = false) {
      const stuck = now() - (begun.get(key) ?? Number.POSITIVE_INFINITY) > patienceMs;
      if (stuck) abandon(key);
      // What the background did not bring, a visitor waits for: else it would stay as old as it is.
      const how = anew || stuck ? { forceRefresh: true, allowStale: false } : {};
      try {
        const asked = answers.fetch(key, { context: { asker: context }, ...how });
        const known = (await within(patienceMs, asked)) ?? abandon(key);
        if (known) return known;
      } catch (error) {
        const stale = answers.peek(key);
        if (stale) return stale;
        throw error;
      }
      throw new Error('what another request had asked for was not answered');
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
