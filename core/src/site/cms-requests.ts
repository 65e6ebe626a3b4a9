import { inLocale } from '../contract/api-address.ts';
import type { ConsentConfig } from '../contract/config.ts';
import { consentConfigSchema } from '../contract/schema.ts';
import type { ConfigQuery } from './options.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Asks the CMS. A redirect is no answer: it leads to somewhere else, which would then speak for the CMS.
 *
 * @param timeoutMs how long the answer may take as a whole, in milliseconds.
 * @throws when it cannot be reached, takes too long, or redirects; the message names the address and the cause.
 */
export async function askCms(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  // Not `redirect: 'error'`, which Cloudflare's runtime refuses.
  const response = await fetch(url, { ...init, signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new Error(`${url} could not be reached: ${causeOf(error)}`, { cause: error });
  });
  if (!REDIRECTS.has(response.status)) return response;
  await response.body?.cancel();
  const target = response.headers.get('location');
  throw new Error(`${url} redirects to ${target}; name as "cms" the address that answers by itself`);
}

/** Why an answer did not come: `fetch failed` alone says nothing, its cause does. */
function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'it took too long to answer';
  return cause?.code ?? cause?.message ?? message;
}

/** Regions of countries that have a law of their own, as `US-CA`. */
export type Regions = ReadonlySet<string | null>;

/** The regions that the CMS names with its answer; null where it names none, as earlier plugins do. */
function regionsOf(headers: Headers): Regions | null {
  const named = headers.get('consent-regions');
  return named === null ? null : new Set(named.split(',').map((region) => region.trim()));
}

/** One spelling of a region, `US-CA`, whichever of `CA` and `US-CA` a header says. */
export function regionCode(country: string | null, region: string | null): string | null {
  return region && !region.includes('-') ? `${country}-${region}` : region;
}

/** The headers that tell the CMS where the visitor is; the CMS decides whether to believe them. */
export function placeHeaders(query: Pick<ConfigQuery, 'country' | 'region'>): Record<string, string> {
  return {
    ...(query.country && { 'x-country': query.country }),
    ...(query.region && { 'x-vercel-ip-country-region': query.region }),
  };
}

/** A configuration as the CMS has sent it. */
export interface CmsConfig {
  config: ConsentConfig;
  etag: string | null;
  /** When the CMS's options became what they were: its etag speaks of content alone. */
  modified: string | null;
}

/** The CMS is there and answers, but not with a configuration for this query. */
export class Refusal extends Error {}

/**
 * Asks for a configuration, once.
 *
 * @param known what it answered before, which it may confirm
 * @throws when the CMS is away, too slow, refuses, or answers with something that is no configuration.
 */
export async function fetchConfig(
  api: string,
  query: ConfigQuery,
  known: CmsConfig | undefined,
  timeoutMs: number,
): Promise<CmsConfig & { regions: Regions | null }> {
  const url = new URL(inLocale(`${api}/config`, query.locale));
  const headers = new Headers({ accept: 'application/json', ...placeHeaders(query) });
  if (known?.etag) headers.set('if-none-match', known.etag);
  if (known?.modified) headers.set('if-modified-since', known.modified);
  const response = await askCms(url.href, { headers }, timeoutMs);
  const regions = regionsOf(response.headers);
  if (response.status === 304 && known) {
    const { config, etag, modified } = known;
    return { config, etag, modified, regions };
  }
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
