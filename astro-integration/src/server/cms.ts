import type { ConsentConfig, PendingConfig } from '@permesso/consent-core';
import { consentConfigSchema } from '@permesso/consent-core/schema';
import { LRUCache } from 'lru-cache';
import { ask } from './ask.ts';
import { keep } from './keep.ts';
import { placeHeaders, type Regions, regionCode, regionsOf } from './regions.ts';
import { createSharedCache } from './shared-cache.ts';

/** What a configuration depends on: the page's language and the visitor's place. */
export interface ConfigQuery {
  locale: string | null;
  /** Upper-case ISO 3166-1 alpha-2 code. */
  country: string | null;
  /** Sub-division such as `CA` or `US-CA`. */
  region: string | null;
}

export interface CmsClientOptions {
  /** Address of the plugin's API, such as `http://127.0.0.1:1337/api/consent`. */
  api: string;
  /** How long a configuration is served without asking again, in milliseconds. */
  freshMs?: number;
  /** How long an answer is waited for, in milliseconds. */
  timeoutMs?: number;
  /** How long the CMS is left alone after it failed, and not asked again what it refused, in milliseconds. */
  pauseMs?: number;
  /** How many answers are kept: one per locale and country, and per region where it has a law of its own. */
  max?: number;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  warn?: (message: string) => void;
}

interface Entry {
  /** The same object for all answers of the same content: what a page is made of is kept by it. */
  config: ConsentConfig;
  etag: string | null;
  /** When the CMS's options became what they were: its etag speaks of content alone. */
  modified: string | null;
  /** When it was last confirmed, by the client's clock. */
  at: number;
}

export interface CmsClient {
  /** The configuration for this query where it need not be asked for; else null. */
  fresh(query: ConfigQuery): ConsentConfig | null;
  /** The configuration for this query, at worst an older one; null when none was ever had. */
  get(query: ConfigQuery): Promise<ConsentConfig | null>;
  /** Has every configuration asked for anew before it is served again: one of them is known to be old. */
  expire(): void;
  /** The newest configuration in this locale, or in the one that stands in for it; its jurisdiction is not this visitor's. */
  lastGood(locale: string | null): ConsentConfig | null;
}

/** The one place that asks the CMS for a configuration. A slow or broken CMS never breaks a page. */
export function createCmsClient(options: CmsClientOptions): CmsClient {
  const { api, freshMs = 60_000, timeoutMs = 1500, pauseMs = 5000, max = 2000 } = options;
  const now = options.now ?? (() => performance.now());
  // By the locale of the answer, of which there are few: visitors may name any, and get one of those.
  const newest = new Map<string, ConsentConfig>();
  let fallback: string | undefined;
  // Locales that visitors have named and that the CMS does not know, with the one that it answered in.
  const standIns = new LRUCache<string, string>({
    max: UNKNOWN_LOCALES,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now },
  });
  let regions: Regions | null = null;
  const intern = interner();
  const refusedUntil = new LRUCache<string, number>({ max });
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let warned = false;
  let misplaced = false;
  let expiredAt = Number.NEGATIVE_INFINITY;

  const entries = createSharedCache<Entry, ConfigQuery>({
    max,
    freshMs,
    patienceMs: 2 * timeoutMs,
    now,
    async ask(key, stale, query) {
      if (now() < pausedUntil || now() < (refusedUntil.get(key) ?? 0)) {
        throw new Error('The CMS failed a moment ago.');
      }
      try {
        const { regions: told, ...answer } = await fetchConfig(api, query, stale, timeoutMs);
        regions = told ?? regions;
        const { country } = answer.config.jurisdiction;
        const config = intern(answer.config);
        const { locale } = config;
        keep(newest, locale, config);
        if (query.locale !== locale) fallback = locale;
        if (query.locale && query.locale !== locale) standIns.set(query.locale, locale);
        warned = false;
        if (country === null || country === query.country) return { ...answer, config, at: now() };
        if (!misplaced) options.warn?.(misplacedWarning(country, query.country));
        misplaced = true;
        // Without its etag: once the CMS is put right, the same etag may stand for this visitor's own model.
        return { config: intern(forAnyone(config)), etag: null, modified: null, at: now() };
      } catch (error) {
        // What it refuses to one visitor says nothing about all others.
        if (error instanceof Refusal) refusedUntil.set(key, now() + pauseMs);
        else pausedUntil = now() + pauseMs;
        if (!warned) options.warn?.(`The consent configuration could not be read: ${shortened(error)}`);
        warned = true;
        throw error;
      }
    },
  });

  /** The locale that the CMS will answer in, as far as it is known: anybody may name any, and a few are tried. */
  const localeOf = (locale: string | null) => {
    if (locale === null || newest.has(locale)) return locale;
    const standIn = standIns.get(locale);
    if (standIn !== undefined) return standIn;
    standIns.purgeStale();
    return standIns.size < UNKNOWN_LOCALES ? locale : (fallback ?? locale);
  };
  /** What the answer depends on: a region says nothing where its country has one law. */
  const reduced = ({ locale, country, region }: ConfigQuery): ConfigQuery => ({
    locale: localeOf(locale),
    country,
    region: regions && !regions.has(regionCode(country, region)) ? null : region,
  });
  const keyOf = ({ locale, country, region }: ConfigQuery) =>
    `${locale ?? ''}|${country ?? ''}|${region ?? ''}`;
  const isOld = (entry: Entry | undefined) => entry !== undefined && entry.at < expiredAt;
  const freshOf = (key: string) => {
    const entry = entries.kept(key);
    return entry && !isOld(entry) && now() - entry.at < freshMs ? entry.config : null;
  };

  return {
    fresh: (query) => freshOf(keyOf(reduced(query))),
    async get(asked) {
      const query = reduced(asked);
      const key = keyOf(query);
      try {
        const known = freshOf(key);
        if (known) return known;
        // One that is known to be old is waited for, as long as the CMS answers.
        return (await entries.fetch(key, query, isOld(entries.kept(key)))).config;
      } catch {
        return null;
      }
    },
    expire() {
      expiredAt = now();
    },
    lastGood: (locale) => newest.get(locale ?? '') ?? newest.get(fallback ?? '') ?? null,
  };
}

/** Unknown locales for which the CMS is asked within the time that an answer is fresh. */
const UNKNOWN_LOCALES = 100;

/**
 * Makes one object of all configurations that say the same but for the visitor's country, on which nothing depends: headers
 * may name hundreds of countries, and what a page is made of is kept for each configuration.
 */
function interner(): (config: ConsentConfig) => ConsentConfig {
  const known = new Map<string, { text: string; config: ConsentConfig }>();
  return (config) => {
    const { locale, jurisdiction } = config;
    const bare = { ...config, jurisdiction: { ...jurisdiction, country: null } };
    const key = `${locale}|${jurisdiction.model}`;
    const text = JSON.stringify(bare);
    const same = known.get(key);
    if (same?.text === text) return same.config;
    keep(known, key, { text, config: bare });
    return bare;
  };
}

/** The same configuration for a visitor of whom nothing is known: the strictest of what may come. */
export const forAnyone = (config: ConsentConfig): PendingConfig => ({
  ...config,
  pending: 'model',
  jurisdiction: { country: null, model: 'opt-in' },
});

/**
 * A proxy or CDN in front of the CMS names the country of whoever asks, which is this server. The law of that country is
 * not the visitor's, and may grant what theirs does not.
 */
const misplacedWarning = (answered: string, asked: string | null) =>
  `The CMS was asked for a visitor in ${asked ?? 'an unknown country'} and answered for one in ${answered}: a proxy or ` +
  'CDN in front of it names the country of this server. Until the CMS believes the site instead, such visitors are ' +
  "asked as under opt-in. Set jurisdiction: { headers: ['x-country'] } in its config/plugins.ts, for a site with a server.";

/** The CMS is there and answers, but not with a configuration for this query. */
class Refusal extends Error {}

/** The most of an error that is logged, in characters: it may repeat what a visitor has sent. */
const LOGGED = 500;

function shortened(error: unknown): string {
  const { message } = error as Error;
  return message.length > LOGGED ? `${message.slice(0, LOGGED)} …` : message;
}

/**
 * Asks once.
 * @throws when the CMS is away, too slow, refuses, or answers with something that is no configuration.
 */
export async function fetchConfig(
  api: string,
  query: ConfigQuery,
  known: Omit<Entry, 'at'> | undefined,
  timeoutMs: number,
): Promise<Omit<Entry, 'at'> & { regions: Regions | null }> {
  const url = new URL(`${api}/config`);
  if (query.locale) url.searchParams.set('locale', query.locale);
  const headers = new Headers({ accept: 'application/json', ...placeHeaders(query) });
  if (known?.etag) headers.set('if-none-match', known.etag);
  if (known?.modified) headers.set('if-modified-since', known.modified);
  const response = await ask(url.href, { headers }, timeoutMs);
  const regions = regionsOf(response.headers);
  if (response.status === 304 && known) return { ...known, regions };
  if (!response.ok) {
    await response.body?.cancel();
    const message = `${url} answered ${response.status}; is the consent plugin enabled, and this path its own?`;
    throw isAilment(response.status) ? new Error(message) : new Refusal(message);
  }
  const parsed = consentConfigSchema.safeParse(readJson(await response.text(), url));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Refusal(`${url} sent an invalid configuration: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return {
    config: parsed.data as ConsentConfig,
    etag: response.headers.get('etag'),
    modified: response.headers.get('last-modified'),
    regions,
  };
}

/** Whether a status says that the CMS itself is unwell or overrun, whoever asks. */
const isAilment = (status: number) => status === 429 || status >= 500;

/** @throws when it is no JSON, which a page of the admin or of another site is not. */
function readJson(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(
      `${url} answered with something that is no JSON; name as "cms" the address of Strapi itself, ` +
        'such as "http://127.0.0.1:1337", or the whole address of the plugin, such as "https://cms.example/api/consent"',
    );
  }
}
