import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import ratelimit from 'koa-ratelimit';
import { answerError } from './answer-error';
import { clientNetworks, type NetworkTier } from './client-network';
import { connectRedis } from './redis';

/** koa-ratelimit is typed against an older ioredis; at run time it asks only for `defineCommand`. */
type RedisOfRatelimit = NonNullable<Parameters<typeof ratelimit>[0]>['db'];

const MINUTE = 60_000;
/** Networks of a tier remembered at once in memory: about 20 MB at the worst, and 60 MB of all tiers. */
const MAX_NETWORKS = 50_000;
/** How long this instance counts by itself before it asks a Redis again that did not answer, in milliseconds. */
const REDIS_PAUSE = 1000;

/**
 * How many times the limit of one client a tier has, from the narrowest on. A /56 is what most providers give a household
 * (RIPE-690), so it has little more than a /64. A /48 may be a company, or some thousands of phones of which each has a /64;
 * at the default it may send 320 records a minute, and a website with ten million visits a month has 240 in all at its peak
 * (docs/scale.md).
 */
const TIERS: readonly (readonly [factor: number, tiers: readonly NetworkTier[]])[] = [
  [1, ['ipv4', '/64']],
  [4, ['/56']],
  [16, ['/48']],
];

export interface RateLimitOptions {
  /** Requests per minute of one client: an IPv4 address, or the /64 network of an IPv6 visitor. Wider networks have a multiple. */
  perMinute: number;
  /** Requests per minute of all callers together. */
  ceiling: number;
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

/** A `Map`, as koa-ratelimit's memory driver wants it, that forgets the least recently seen network first. */
class BoundedMap<Value extends object> extends Map<string, Value> {
  override get(key: string): Value | undefined {
    const value = super.get(key);
    // The last one now.
    if (value && super.delete(key)) super.set(key, value);
    return value;
  }

  override set(key: string, value: Value): this {
    const [longestUnseen] = this.size < MAX_NETWORKS || this.has(key) ? [] : this.keys();
    if (longestUnseen !== undefined) this.delete(longestUnseen);
    return super.set(key, value);
  }
}

/** What was too much: of one client, of a network around it, or of everybody. */
type Exceeded = 'client' | 'network' | 'ceiling';

/** One count after the other, the narrowest first. */
type Counts = readonly {
  limiter: Middleware;
  exceeded: Exceeded;
  /** Whose networks are counted; everybody's requests where there are none. */
  tiers?: readonly NetworkTier[];
}[];

/**
 * Limits requests in tiers (`clientNetworks`), and all of them together. Each is counted by its narrowest network first, and
 * what one tier refuses no wider one counts: a single sender uses up nobody's limit but its own.
 *
 * The address itself is never kept (E6): the limiter's keys are HMACs. Alone, the HMAC's key is random and made at start;
 * shared over Redis it comes from a secret that Redis does not hold, as an HMAC of its own, so that nothing which the secret
 * signs elsewhere is a key here. When Redis is away the instance counts in memory: a consent record is never dropped because
 * a limiter is down.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const key = options.redis
    ? createHmac('sha256', options.sharedSecret()).update('consent: rate limit').digest()
    : randomBytes(32);
  // As a key object: preparing a raw key anew would cost more than the digest.
  const keyOf = hmacWith(createSecretKey(key));
  // With the first request that is counted here.
  let inMemory: Counts | undefined;
  const countsInMemory = () => {
    inMemory ??= countsWith(options, keyOf, () => ({ driver: 'memory', db: new BoundedMap() }));
    return inMemory;
  };
  const away = (reason: string) =>
    options.warn(`consent: Redis does not answer (${reason}); each instance limits by itself until it does.`);
  const redis = options.redis ? connectRedis(options.redis, away) : null;
  const shared =
    redis &&
    countsWith(options, keyOf, () => ({ driver: 'redis', db: redis as unknown as RedisOfRatelimit }));
  const warnOfUnreadAddress = unreadAddressWarning(options.warn);
  let askAgainAt = 0;

  return {
    async middleware(ctx, next) {
      warnOfUnreadAddress(ctx);
      let counted: { exceeded: Exceeded | null } | null = null;
      if (shared && performance.now() >= askAgainAt) {
        counted = await exceededBy(shared, ctx).catch(() => {
          askAgainAt = performance.now() + REDIS_PAUSE;
          return null;
        });
      }
      const { exceeded } = counted ?? (await exceededBy(countsInMemory(), ctx));
      return exceeded ? refuse(ctx, exceeded) : next();
    },
    destroy: () => redis?.disconnect(),
  };
}

const hmacWith =
  (secret: KeyObject) =>
  (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url');

/** Where one tier is counted. */
type Store = () => { driver: 'memory'; db: Map<string, object> } | { driver: 'redis'; db: RedisOfRatelimit };

function countsWith(
  { perMinute, ceiling }: RateLimitOptions,
  keyOf: (text: string) => string,
  store: Store,
): Counts {
  const common = { duration: MINUTE, namespace: 'consent-limit' };
  const tiers = TIERS.map(([factor, tiers]) => ({
    tiers,
    exceeded: factor === 1 ? ('client' as const) : ('network' as const),
    limiter: ratelimit({
      ...common,
      ...store(),
      max: perMinute * factor,
      // The headers tell a client of its own limit.
      disableHeader: factor > 1,
      id: (ctx: Context) => {
        const network = clientNetworks(ctx.ip).find(({ tier }) => tiers.includes(tier));
        return network ? keyOf(network.name) : false;
      },
    }),
  }));
  const everybody = keyOf('all');
  const all = ratelimit({
    ...common,
    ...store(),
    max: ceiling,
    disableHeader: true,
    id: () => everybody,
  });
  return [...tiers, { limiter: all, exceeded: 'ceiling' }];
}

async function exceededBy(counts: Counts, ctx: Context): Promise<{ exceeded: Exceeded | null }> {
  const networks = clientNetworks(ctx.ip);
  for (const { limiter, exceeded, tiers } of counts) {
    // An IPv4 address is in no wider network.
    if (tiers && !networks.some(({ tier }) => tiers.includes(tier))) continue;
    if (!(await passes(limiter, ctx))) return { exceeded };
  }
  return { exceeded: null };
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

const TOO_MANY: Record<Exceeded, string> = {
  client: 'Too many records from this address.',
  network: 'Too many records from this network.',
  ceiling: 'Too many records at once.',
};

function refuse(ctx: Context, exceeded: Exceeded): void {
  const seconds = Math.max(1, Number(ctx.response.get('Retry-After')) || 1);
  ctx.set('Retry-After', String(seconds));
  answerError(ctx, 429, 'RateLimitError', `${TOO_MANY[exceeded]} Try again in ${seconds} seconds.`);
}
