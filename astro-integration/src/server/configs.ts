import { getSecret } from 'astro:env/server';
import asked from 'virtual:consent/asked';
import baked from 'virtual:consent/baked';
import site from 'virtual:consent/site';
import type { ConsentConfig } from '@permesso/consent-core';
import { consentConfigSchema } from '@permesso/consent-core/schema';
import { apiAddress } from '../address.ts';
import { type CmsClient, type ConfigQuery, createCmsClient, forAnyone } from './cms.ts';
import { type OwnConfig, withLabels } from './own-config.ts';
import { routeAddress } from './route-address.ts';

/** The default export of a module named by `config: './path'`: asked for every visit. */
export type ConfigModule = (visit: ConfigQuery) => OwnConfig | null | Promise<OwnConfig | null>;

let client: CmsClient | null | undefined;

/**
 * The plugin's API as this process knows it: the environment wins over the build. Null without a CMS.
 *
 * @param cms address of Strapi, where it is not the integration's own
 */
export function cmsApi(cms?: string): string | null {
  const own = cms === undefined ? site.api : apiAddress(cms);
  const address = getSecret('CONSENT_CMS_URL');
  return own === null ? null : address ? apiAddress(address) : own;
}

/**
 * The configuration for one visitor. With the CMS away: this visitor's older one, then any older one or the one
 * known at build, both judged as opt-in because they were not made for this visitor; then null.
 */
export async function configFor(query: ConfigQuery): Promise<ConsentConfig | null> {
  if (asked) return ask(asked, query);
  const cms = cmsClient();
  if (!cms) return localized(bakedFor(query.locale));
  const config = await cms.get(query);
  if (config) return localized(config);
  const older = cms.lastGood(query.locale) ?? bakedFor(query.locale);
  return older && neutral(localized(older));
}

/** What `configFor` would answer, where no one has to be waited for; null where it is to be asked. */
export function configAtHand(query: ConfigQuery): ConsentConfig | null {
  return localized((!asked && cmsClient()?.fresh(query)) || null);
}

/** The configuration of a page that is the same for every visitor: opt-in until the visitor is known. */
export async function configForAnyone(
  locale: string | null,
  prerendered: boolean,
): Promise<ConsentConfig | null> {
  const known = prerendered ? bakedFor(locale) : null;
  const config = known ?? (await configFor({ locale, country: null, region: null }));
  return config && neutral(localized(config));
}

/** The CMS said that a configuration of ours is old: the next page gets a new one. */
export function expireConfigs(): void {
  client?.expire();
}

function cmsClient(): CmsClient | null {
  if (client !== undefined) return client;
  const api = cmsApi();
  client =
    api === null ? null : createCmsClient({ api, warn: (message) => console.warn(`[consent] ${message}`) });
  return client;
}

async function ask(module: ConfigModule, query: ConfigQuery): Promise<ConsentConfig | null> {
  try {
    const parsed = consentConfigSchema.safeParse(withLabels(await module(query)));
    if (parsed.success) return localized(parsed.data as ConsentConfig);
    const issue = parsed.error.issues[0];
    console.warn(
      `[consent] The configuration module returned an invalid ${issue?.path.join('.')}: ${issue?.message}`,
    );
  } catch (error) {
    console.warn(`[consent] The configuration module failed: ${(error as Error).message}`);
  }
  return null;
}

function bakedFor(locale: string | null): ConsentConfig | null {
  // Visitors may name any locale, also a name that every object knows.
  const own = Object.hasOwn(baked, locale ?? '') && baked[locale ?? ''];
  return own || baked[''] || null;
}

const local = new WeakMap<ConsentConfig, ConsentConfig>();
const anyones = new WeakMap<ConsentConfig, ConsentConfig>();

/** Configurations by which the CMS keeps no records. */
const unrecorded = new WeakSet<ConsentConfig>();

/** Whether the CMS keeps records: else nothing of a decision leaves the site. */
export const isRecorded = (config: ConsentConfig): boolean => !unrecorded.has(config);

/**
 * Records go to the site's own route: no cross-origin request, and the cookie is set by HTTP. Also where the CMS keeps
 * none, and gets none: some browsers give cookies of scripts seven days, and then a refusal is lost.
 */
function localized<T extends ConsentConfig | null>(config: T): T {
  if (config && !(config.enabled && config.recording.enabled)) unrecorded.add(config);
  if (!config || !site.routes) return config;
  return memoized(local, config, (known) => ({
    ...known,
    recording: { enabled: true, endpoint: routeAddress('records') },
  })) as T;
}

const neutral = (config: ConsentConfig) => memoized(anyones, config, forAnyone);

/** The same object in, the same object out: its JSON is then written once and not for every request. */
function memoized(
  cache: WeakMap<ConsentConfig, ConsentConfig>,
  config: ConsentConfig,
  make: (config: ConsentConfig) => ConsentConfig,
): ConsentConfig {
  const known = cache.get(config);
  if (known) return known;
  const made = make(config);
  if (unrecorded.has(config)) unrecorded.add(made);
  cache.set(config, made);
  return made;
}
