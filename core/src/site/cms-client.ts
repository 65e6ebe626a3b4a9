import type { ConsentConfig, PendingConfig } from '../contract/config.ts';
import { placeKey } from '../contract/payload.ts';
import { withoutPlace } from '../rules/basis.ts';
import { type CmsConfig, fetchConfig, Refusal, type Regions, regionCode } from './cms-requests.ts';
import type { ConfigQuery } from './options.ts';
import { createSharedAnswers, keepNewest } from './shared-answers.ts';

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

/** Its configuration is the same object for all answers of the same content: what a page is made of is kept by it. */
interface Entry extends CmsConfig {
  /** When it was last confirmed, by the client's clock. */
  at: number;
  /** On which day it was asked for, in UTC: laws take effect at midnight. */
  day: number;
}

export interface CmsClient {
  /** The configuration for this query where it need not be asked for; else null. */
  fresh(query: ConfigQuery): ConsentConfig | null;
  /** The configuration for this query, with the CMS away an older one of today; null where there is none. */
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
  const standIns = new Map<string, { locale: string; until: number }>();
  let regions: Regions | null = null;
  const intern = interner();
  const refusedUntil = new Map<string, number>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let warned = false;
  let misplaced = false;
  let expiredAt = Number.NEGATIVE_INFINITY;

  const entries = createSharedAnswers<Entry, ConfigQuery>({
    max,
    freshMs,
    patienceMs: 2 * timeoutMs,
    now,
    async ask(key, stale, query) {
      if (now() < pausedUntil || now() < (refusedUntil.get(key) ?? 0)) {
        throw new Error('The CMS failed a moment ago.');
      }
      const day = today();
      try {
        const { regions: named, ...answer } = await fetchConfig(api, query, stale, timeoutMs);
        regions = named ?? regions;
        const { country } = answer.config.jurisdiction;
        const config = intern(answer.config);
        const { locale } = config;
        keepNewest(newest, locale, config);
        if (query.locale !== locale) fallback = locale;
        if (query.locale && query.locale !== locale) {
          keepNewest(standIns, query.locale, { locale, until: now() + freshMs }, UNKNOWN_LOCALES);
        }
        warned = false;
        if (country === null || country === query.country) return { ...answer, config, at: now(), day };
        if (!misplaced) options.warn?.(misplacedWarning(country, query.country));
        misplaced = true;
        // Without its etag: once the CMS is put right, the same etag may stand for this visitor's own model.
        return { config: intern(forAnyone(config)), etag: null, modified: null, at: now(), day };
      } catch (error) {
        // What it refuses to one visitor says nothing about all others.
        if (error instanceof Refusal) keepNewest(refusedUntil, key, now() + pauseMs, max);
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
    for (const [name, { until }] of standIns) if (until <= now()) standIns.delete(name);
    const standIn = standIns.get(locale);
    if (standIn) return standIn.locale;
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
  const isOld = (entry: Entry | undefined) =>
    entry !== undefined && (entry.at < expiredAt || entry.day !== today());
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
        const entry = await entries.fetch(key, query, isOld(entries.kept(key)));
        // With the CMS away, and another law since midnight maybe, it is no longer known what this visitor is to be asked.
        return entry.day === today() ? entry.config : null;
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

const today = (): number => Math.floor(Date.now() / 86_400_000);

/** Unknown locales for which the CMS is asked within the time that an answer is fresh. */
const UNKNOWN_LOCALES = 100;

/**
 * Makes one object of all configurations that say the same but for the visitor's country, on which nothing else depends: headers
 * may name hundreds of countries, and what a page is made of is kept for each configuration.
 */
function interner(): (config: ConsentConfig) => ConsentConfig {
  const known = new Map<string, { text: string; config: ConsentConfig }>();
  return (config) => {
    const { locale, jurisdiction } = config;
    const bare = { ...config, jurisdiction: { ...jurisdiction, country: null } };
    const key = `${locale}|${jurisdiction.model}|${placeKey(config)}`;
    const text = JSON.stringify(bare);
    const same = known.get(key);
    if (same?.text === text) return same.config;
    keepNewest(known, key, { text, config: bare });
    return bare;
  };
}

/** The same configuration for a visitor of whom nothing is known: the strictest of what may come. */
export const forAnyone = (config: ConsentConfig): PendingConfig => ({
  ...withoutPlace(config),
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

/** The most of an error that is logged, in characters: it may repeat what a visitor has sent. */
const LOGGED = 500;

function shortened(error: unknown): string {
  const { message } = error as Error;
  return message.length > LOGGED ? `${message.slice(0, LOGGED)} …` : message;
}
