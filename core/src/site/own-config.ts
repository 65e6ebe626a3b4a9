import type { ConsentBannerConfig, ConsentBannerLabels, ConsentConfig } from '../contract/config.ts';
import { inertConfig } from '../contract/inert-config.ts';
import { consentConfigSchema } from '../contract/schema.ts';
import { keepNewest } from './shared-answers.ts';

/** What a configuration depends on: the page's language and the visitor's place. */
export interface ConfigQuery {
  locale: string | null;
  /** Upper-case ISO 3166-1 alpha-2 code. */
  country: string | null;
  /** Sub-division such as `CA` or `US-CA`. */
  region: string | null;
}

/** A configuration that the site brings itself. Labels may be left out: then the texts of the page's language stand in. */
export interface OwnConfig extends Omit<ConsentConfig, 'banner'> {
  banner: Omit<ConsentBannerConfig, 'labels'> & { labels?: Partial<ConsentBannerLabels> };
}

/** The site's own source of configurations: asked for every visit. */
export type ConfigModule = (visit: ConfigQuery) => OwnConfig | null | Promise<OwnConfig | null>;

/** Puts empty labels where some were left out. Whatever is no configuration stays as it is, for the schema to refuse. */
export function withLabels(config: unknown): unknown {
  if (!isObject(config) || !isObject(config.banner)) return config;
  const { labels = {} } = config.banner;
  if (!isObject(labels)) return config;
  return { ...config, banner: { ...config.banner, labels: { ...inertConfig().banner.labels, ...labels } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @throws where it is no configuration, naming the first thing that is wrong. */
export function ownConfig(config: unknown): ConsentConfig {
  const parsed = consentConfigSchema.safeParse(withLabels(config));
  if (parsed.success) return parsed.data as ConsentConfig;
  const issue = parsed.error.issues[0];
  throw new Error(`an invalid ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Configurations of a module that are known by what they say: one for each place and language that it tells apart. */
const KNOWN = 100;

/**
 * Asks a module of the site's own, and checks what it says. The same object, or another one that says the same, is checked
 * once: a visit must not pay for it.
 *
 * @returns null, with a warning, where it fails or says something else
 */
export function createModuleReader(module: ConfigModule, warn: (message: string) => void) {
  const checked = new WeakMap<object, ConsentConfig>();
  const known = new Map<string, ConsentConfig>();

  function check(config: OwnConfig | null): ConsentConfig {
    if (!isObject(config)) return ownConfig(config);
    const same = checked.get(config);
    if (same) return same;
    const text = JSON.stringify(config);
    const made = known.get(text) ?? keepNewest(known, text, ownConfig(config), KNOWN);
    checked.set(config, made);
    return made;
  }

  return async (query: ConfigQuery): Promise<ConsentConfig | null> => {
    let said: OwnConfig | null;
    try {
      said = await module(query);
    } catch (error) {
      warn(`The configuration module failed: ${(error as Error).message}`);
      return null;
    }
    try {
      return check(said);
    } catch (error) {
      warn(`The configuration module returned ${(error as Error).message}`);
      return null;
    }
  };
}
