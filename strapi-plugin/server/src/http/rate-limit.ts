import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import ratelimit from 'koa-ratelimit';
import { LRUCache } from 'lru-cache';
import { answerError } from './answer-error';
import { clientNetwork } from './client-network';
import { connectRedis } from './redis';

/** koa-ratelimit is typed against an older ioredis; at run time it asks only for `defineCommand`. */
type RedisOfRatelimit = NonNullable<Parameters<typeof ratelimit>[0]>['db'];

const MINUTE = 60_000;
/** Addresses and networks remembered at once in memory: about 20 MB at the worst. */
const MAX_ADDRESSES = 50_000;
/** How long this instance counts by itself before it asks a Redis again that did not answer, in milliseconds. */
const REDIS_PAUSE = 1000;

export interface RateLimitOptions {
  /** Requests per minute and address; an IPv6 visitor counts by its /64 network. */
  perMinute: number;
  /** `redis://…`: one count for all instances. Without it each instance counts for itself. */
  redis?: string | undefined;
  /** A secret that all instances have in common; asked for with `redis` alone. @throws Error where there is none. */
  sharedSecret: () => string;
  warn: (message: string) => void;
}

export interface RateLimit {
  middleware: Middleware;
  destroy(): void;
}

/** A `Map`, as koa-ratelimit's memory driver wants it, that forgets the least recently seen address first. */
class BoundedMap<Value extends object> extends Map<string, Value> {
  readonly #entries = new LRUCache<string, Value>({ max: MAX_ADDRESSES, ttl: MINUTE + 1000 });

  override get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  override has(key: string): boolean {
    return this.#entries.has(key);
  }

  override set(key: string, value: Value): this {
    this.#entries.set(key, value);
    return this;
  }

  override get size(): number {
    return this.#entries.size;
  }
}

/**
 * Limits requests per client (`clientNetwork`). The address itself is never kept (E6): the limiter's keys are HMACs.
 * Alone, the HMAC's key is random and made at start; shared over Redis it comes from a secret that Redis does not hold,
 * as an HMAC of its own, so that nothing which the secret signs elsewhere is a key here.
 * When Redis is away the instance counts in memory: a consent record is never dropped because a limiter is down.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const key = options.redis
    ? createHmac('sha256', options.sharedSecret()).update('consent: rate limit').digest()
    : randomBytes(32);
  // As a key object: preparing a raw key anew would cost more than the digest.
  const secret = createSecretKey(key);
  const common = {
    duration: MINUTE,
    max: options.perMinute,
    namespace: 'consent-limit',
    id: (ctx: Context) => createHmac('sha256', secret).update(clientNetwork(ctx.ip)).digest('base64url'),
  };
  const inMemory = ratelimit({ ...common, driver: 'memory', db: new BoundedMap() });
  const away = (reason: string) =>
    options.warn(`consent: Redis does not answer (${reason}); each instance limits by itself until it does.`);
  const redis = options.redis ? connectRedis(options.redis, away) : null;
  const warnOfUnreadAddress = unreadAddressWarning(options.warn);
  let askAgainAt = 0;
  const shared = redis && ratelimit({ ...common, driver: 'redis', db: redis as unknown as RedisOfRatelimit });

  return {
    async middleware(ctx, next) {
      warnOfUnreadAddress(ctx);
      let passed: boolean | null = null;
      if (shared && performance.now() >= askAgainAt) {
        passed = await passes(shared, ctx).catch(() => {
          askAgainAt = performance.now() + REDIS_PAUSE;
          return null;
        });
      }
      return (passed ?? (await passes(inMemory, ctx))) ? next() : refuse(ctx);
    },
    destroy: () => redis?.disconnect(),
  };
}

/** Whether the limiter lets the request pass. Apart from `next`, so that only the limiter's own failure counts. */
async function passes(limiter: Middleware, ctx: Context): Promise<boolean> {
  let passed = false;
  const next: Next = async () => {
    passed = true;
  };
  await limiter(ctx as Parameters<Middleware>[0], next);
  return passed;
}

/**
 * Warns once of a visitor's address that a proxy, or the site's server, names and Koa does not read: then everybody
 * behind it counts as one client. The header itself stays out of the log (E6).
 */
function unreadAddressWarning(warn: (message: string) => void): (ctx: Context) => void {
  let warned = false;
  return (ctx) => {
    if (warned || ctx.app.proxy || !ctx.get('X-Forwarded-For')) return;
    warned = true;
    warn(
      'consent: X-Forwarded-For arrives and is not read, so that all visitors behind one proxy share one rate limit; ' +
        "if a proxy of yours or the site's server sets it, use proxy: { koa: true, maxIpsCount: 1 } (config/server.ts)",
    );
  };
}

function refuse(ctx: Context): void {
  const seconds = Math.max(1, Number(ctx.response.get('Retry-After')) || 1);
  const message = `Too many records from this address. Try again in ${seconds} seconds.`;
  ctx.set('Retry-After', String(seconds));
  answerError(ctx, 429, 'RateLimitError', message);
}
